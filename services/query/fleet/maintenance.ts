import { type Maintenance, MaintenanceKind } from '@forecourt/contracts/maintenance.ts'
import type { MaintenanceOfVehicleQuery, MaintenanceQuery } from '@forecourt/contracts/maintenance-query.ts'
import { LONGEST_DAYS } from '@forecourt/domain/schedule/request.ts'
import { notFound } from '@forecourt/kit/problem.ts'
import { z } from 'zod'
import type { Read } from '../reading/reads.ts'

const BlockRow = z.object({
  maintenance_id: z.string(),
  vehicle_id: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  kind: MaintenanceKind,
  note: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  updated_at: z.iso.datetime({ offset: true }),
  requests: z.array(
    z.object({ id: z.string(), reference: z.string(), pickupDate: z.string(), dropoffDate: z.string() }),
  ),
})
type BlockRow = z.infer<typeof BlockRow>

const shown = (row: BlockRow): Maintenance => ({
  id: row.maintenance_id,
  carId: row.vehicle_id,
  from: row.from_date,
  to: row.to_date,
  kind: row.kind,
  note: row.note,
  requests: row.requests,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
})

/** Days of all vehicles that are answered when nobody says how many. */
const DAYS_SHOWN = 90

/**
 * What a block's row shows. Its requests are looked up by days, as bookings are: nothing lasts longer than a year (decisions:
 * dates), and of what has begun before that nothing is read.
 */
const COLUMNS = `
  block.maintenance_id, block.vehicle_id, block.from_date, block.to_date, block.kind, block.note, block.created_at,
  block.updated_at,
  coalesce(
    (
      select json_agg(
        json_build_object(
          'id', request.booking_id,
          'reference', request.reference,
          'pickupDate', request.pickup_date,
          'dropoffDate', request.dropoff_date
        )
        order by request.pickup_date, request.booking_id
      )
      from bookings request
      where request.vehicle_id = block.vehicle_id
        and request.business_id = $1
        and request.status = 'pending'
        and request.pickup_date > block.from_date - ${LONGEST_DAYS}
        and request.pickup_date < block.to_date
        and request.dropoff_date > block.from_date
    ),
    '[]'
  ) as requests`

/**
 * The maintenance of the member's whole fleet that holds a day of `[from, to)`, by vehicle and day
 * (`GET /api/admin/maintenance`): what a timeline shows. Costs the days that are asked for, whatever was before.
 */
export const readMaintenance: Read<BlockRow, MaintenanceQuery> = {
  name: 'maintenance',
  query: `
    with asked as (
      select first, coalesce(($4 ->> 'to')::date, first + ${DAYS_SHOWN}) as until
      from (select coalesce(($4 ->> 'from')::date, $3) as first) days
    )
    select ${COLUMNS}
    from asked
    join maintenance block
      on block.business_id = $1
      and not block.is_cancelled
      and block.from_date > asked.first - ${LONGEST_DAYS}
      and block.from_date < asked.until
      and block.to_date > asked.first
    join vehicles vehicle
      on vehicle.vehicle_id = block.vehicle_id and vehicle.business_id = $1 and not vehicle.is_removed
    order by vehicle.name, block.vehicle_id, block.from_date`,
  row: BlockRow,
  dependsOnToday: true,
  present: (rows) => ({ body: rows.map(shown) }),
}

interface OfVehicle extends MaintenanceOfVehicleQuery {
  readonly vehicleId: string
}

/** A vehicle of the fleet without maintenance is a row without a block. */
const VehicleBlocksRow = z.object({ blocks: z.array(BlockRow) })

/**
 * The maintenance of one vehicle that holds a day of `[from, to)`, by day (`GET /api/admin/cars/{id}/maintenance`). Answers
 * 404 for a vehicle that is not in the member's fleet.
 */
export const readMaintenanceOfVehicle: Read<z.infer<typeof VehicleBlocksRow>, OfVehicle> = {
  name: 'maintenance of a vehicle',
  query: `
    select
      coalesce(
        (
          select json_agg(found order by found.from_date)
          from (
            select ${COLUMNS}
            from maintenance block
            where block.business_id = $1
              and block.vehicle_id = vehicle.vehicle_id
              and not block.is_cancelled
              and block.from_date > coalesce(($4 ->> 'from')::date, $3 - ${LONGEST_DAYS}) - ${LONGEST_DAYS}
              and block.to_date > coalesce(($4 ->> 'from')::date, $3 - ${LONGEST_DAYS})
              and ($4 ->> 'to' is null or block.from_date < ($4 ->> 'to')::date)
          ) found
        ),
        '[]'
      ) as blocks
    from vehicles vehicle
    where vehicle.business_id = $1 and vehicle.vehicle_id = ($4 ->> 'vehicleId')::uuid and not vehicle.is_removed`,
  row: VehicleBlocksRow,
  dependsOnToday: true,
  present: ([vehicle]) => {
    if (vehicle === undefined) throw notFound()
    return { body: vehicle.blocks.map(shown) }
  },
}
