import { vehicle } from './vehicle.ts'

/** In Leeds, with the Dales at the door. */
export const NORTHERN_FLEET = [
  vehicle(
    'Volkswagen Polo',
    'NW23 PLO',
    ['compact', 5, 'manual', 'petrol'],
    { rate: 30, age: 3, description: 'Cheap to run and easy to like.' },
    { shape: 'supermini', paint: '#b5482c', spokes: 7 },
  ),
  vehicle(
    'Hyundai Tucson',
    'NW25 TCN',
    ['suv', 5, 'automatic', 'hybrid'],
    { rate: 58, age: 1, description: 'Made for the Dales.' },
    { shape: 'crossover', paint: '#6b8791', roof: '#20262b', spokes: 10 },
  ),
  vehicle(
    'Peugeot 508 SW',
    'NW24 PGT',
    ['estate', 5, 'automatic', 'diesel'],
    { rate: 56, age: 2, description: 'Room for five and their boots.' },
    { shape: 'estate', paint: '#2c3f63', spokes: 5 },
  ),
  vehicle(
    'Mercedes-Benz E-Class',
    'NW24 MBE',
    ['luxury', 5, 'automatic', 'diesel'],
    { rate: 110, age: 2, description: 'For weddings and airports.' },
    { shape: 'limousine', paint: '#202225', spokes: 10 },
  ),
]
