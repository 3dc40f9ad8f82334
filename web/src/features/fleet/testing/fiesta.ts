import type { AdminVehicle } from '@forecourt/contracts/vehicle.ts'

/** A vehicle as the desk knows it, that can be hired. */
export const fiesta: AdminVehicle = {
  id: 'fiesta',
  businessId: 'harbour',
  name: 'Ford Fiesta',
  description: null,
  category: 'compact',
  capacity: 5,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate: '32.00',
  licensePlate: 'AB12 CDE',
  year: 2021,
  imageUrl: null,
  imageSrcset: null,
  status: 'available',
  storedStatus: 'available',
  dueDates: { mot: null, service: null, insurance: null, tax: null },
  createdAt: '2026-11-21T08:00:00Z',
  updatedAt: '2026-11-21T08:00:00Z',
}
