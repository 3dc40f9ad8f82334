import type { ToldOf } from './facts.ts'
import type { VehicleRow } from './rows.ts'

export function added({ data, at }: ToldOf<'VehicleAddedToFleet'>): VehicleRow {
  return {
    vehicleId: data.vehicleId,
    businessId: data.businessId,
    ...data.details,
    status: data.status,
    isRemoved: false,
    motDue: null,
    serviceDue: null,
    insuranceDue: null,
    taxDue: null,
    createdAt: at,
    updatedAt: at,
  }
}

export function detailsChanged(vehicle: VehicleRow, { data, at }: ToldOf<'VehicleDetailsChanged'>): VehicleRow {
  return { ...vehicle, ...data.details, updatedAt: at }
}

export function statusChanged(vehicle: VehicleRow, { data, at }: ToldOf<'VehicleStatusChanged'>): VehicleRow {
  return { ...vehicle, status: data.to, updatedAt: at }
}

export function dueDatesChanged(vehicle: VehicleRow, { data, at }: ToldOf<'VehicleDueDatesChanged'>): VehicleRow {
  const { mot, service, insurance, tax } = data.dueDates
  return { ...vehicle, motDue: mot, serviceDue: service, insuranceDue: insurance, taxDue: tax, updatedAt: at }
}

export function removed(vehicle: VehicleRow, { at }: ToldOf<'VehicleRemovedFromFleet'>): VehicleRow {
  return { ...vehicle, isRemoved: true, updatedAt: at }
}
