import { vehicle } from './vehicle.ts'

/** By the sea: something for the ferry, for the family, for the surfboard and for the wedding. */
export const HARBOUR_FLEET = [
  vehicle(
    'Ford Fiesta',
    'HB24 FST',
    ['compact', 5, 'manual', 'petrol'],
    { rate: 32, age: 2, description: 'Small outside, easy to park on the front.' },
    { shape: 'supermini', paint: '#2f6fb3' },
  ),
  vehicle(
    'Vauxhall Corsa Electric',
    'HB25 CRS',
    ['compact', 5, 'automatic', 'electric'],
    { rate: 39, age: 1, description: 'About 220 miles on a charge; the cable is in the boot.' },
    { shape: 'cityCar', paint: '#e0a526', roof: '#1c2024', spokes: 7 },
  ),
  vehicle(
    'Toyota Yaris Hybrid',
    'HB25 YRS',
    ['compact', 5, 'automatic', 'hybrid'],
    { rate: 36, age: 1, description: 'Sips fuel in town.' },
    { shape: 'cityCar', paint: '#b33a3a', spokes: 10 },
  ),
  vehicle(
    'Nissan Qashqai',
    'HB24 QSH',
    ['suv', 5, 'automatic', 'petrol'],
    { rate: 54, age: 2, description: 'High seats and room for two pushchairs.' },
    { shape: 'crossover', paint: '#5c6670', spokes: 5 },
  ),
  vehicle(
    'Kia Sorento',
    'HB25 SRN',
    ['suv', 7, 'automatic', 'hybrid'],
    { rate: 78, age: 1, description: 'Seven seats, with rails for a roof box.' },
    { shape: 'sevenSeater', paint: '#24594b', spokes: 7 },
  ),
  vehicle(
    'Land Rover Discovery Sport',
    'HB23 DSC',
    ['suv', 7, 'automatic', 'diesel'],
    { rate: 92, age: 3, description: 'Four-wheel drive, with a tow bar.', status: 'maintenance' },
    { shape: 'offRoader', paint: '#c9bfa6', roof: '#1c2024', spokes: 10 },
  ),
  vehicle(
    'Škoda Octavia',
    'HB23 OCT',
    ['sedan', 5, 'manual', 'petrol'],
    { rate: 45, age: 3, description: 'A long boot and a quiet cabin.' },
    { shape: 'saloon', paint: '#8c98a4', spokes: 10 },
  ),
  vehicle(
    'Tesla Model 3',
    'HB25 TSL',
    ['sedan', 5, 'automatic', 'electric'],
    { rate: 85, age: 1, description: 'Charges at any public point; the card is included.' },
    { shape: 'fastback', paint: '#e3e6e9', spokes: 5 },
  ),
  vehicle(
    'BMW 5 Series',
    'HB25 BMW',
    ['luxury', 5, 'automatic', 'hybrid'],
    { rate: 118, age: 1, description: 'Quiet on long motorways, with heated seats for cold mornings.' },
    { shape: 'limousine', paint: '#1d2b4f', spokes: 7 },
  ),
  vehicle(
    'Jaguar F-Pace',
    'HB24 JAG',
    ['luxury', 5, 'automatic', 'diesel'],
    { rate: 125, age: 2, description: 'Leather, and a sunroof for the coast road.', status: 'unavailable' },
    { shape: 'sportsUtility', paint: '#5a1f2b', spokes: 5 },
  ),
  vehicle(
    'Volvo V60',
    'HB24 VLV',
    ['estate', 5, 'automatic', 'hybrid'],
    { rate: 72, age: 2, description: 'Swallows surfboards; the dog guard is fitted.' },
    { shape: 'estate', paint: '#41617c', spokes: 7 },
  ),
  vehicle(
    'Citroën Berlingo',
    'HB22 BRL',
    ['estate', 5, 'manual', 'diesel'],
    { rate: 48, age: 4, description: 'Sliding doors and a square boot: the one for moving house.' },
    { shape: 'peopleCarrier', paint: '#b3632e', spokes: 10 },
  ),
]
