import type { ToldOf } from './facts.ts'
import type { MaintenanceRow } from './rows.ts'

/** Staff take a vehicle out of hire for some days. */
export function scheduled({ data, at }: ToldOf<'MaintenanceScheduled'>): MaintenanceRow {
  const { maintenanceId, businessId, vehicleId, from, to, kind, note } = data
  return {
    maintenanceId,
    businessId,
    vehicleId,
    fromDate: from,
    toDate: to,
    kind,
    note,
    isCancelled: false,
    createdAt: at,
    updatedAt: at,
  }
}

export function moved(row: MaintenanceRow, { data, at }: ToldOf<'MaintenanceMoved'>): MaintenanceRow {
  return { ...row, fromDate: data.from, toDate: data.to, updatedAt: at }
}

export function described(row: MaintenanceRow, { data, at }: ToldOf<'MaintenanceDescribed'>): MaintenanceRow {
  return { ...row, kind: data.kind, note: data.note, updatedAt: at }
}

export function cancelled(row: MaintenanceRow, { at }: ToldOf<'MaintenanceCancelled'>): MaintenanceRow {
  return { ...row, isCancelled: true, updatedAt: at }
}
