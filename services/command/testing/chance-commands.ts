import { randomUUID } from 'node:crypto'
import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import type { VehicleId } from '@forecourt/domain/ids.ts'
import type { Lots } from '@forecourt/infra/demo/lots.ts'
import { changeBooking, hideBooking } from '../booking/change.ts'
import { requestBooking } from '../booking/request.ts'
import type { Call } from '../log/call.ts'
import type { Core } from '../log/core.ts'
import type { Executed } from '../log/execute.ts'
import { type Address, cancelMaintenance, scheduleMaintenance } from '../maintenance/maintenance.ts'
import { bookingOf, type Tenant, type World } from './world.ts'

export type Told = Executed<{ readonly code: string }, unknown>

/** Sends a command to a process; the same one each time, to whichever process. */
export type Send = (core: Core, call: Call) => Promise<Told>

const day = (n: number) => addDays(CivilDate.parse('2026-12-01'), n)

/**
 * Draws commands about a few vehicles in the same fortnight: requests by a handful of customers who come again, some with
 * the licence of another one, and what staff do with bookings and maintenance that they have heard of.
 */
export function drawCommands(world: World, tenant: Tenant, vehicles: readonly VehicleId[], lots: Lots): () => Send {
  const customers = Array.from({ length: 5 }, () => ({
    email: `${randomUUID()}@example.com`,
    licence: world.licence(),
  }))
  const bookings: string[] = []
  const maintenance: Address[] = []
  const oneOf = <T>(all: readonly T[]): T | undefined => all[lots.between(0, all.length - 1)]

  function request(carId: string): Send {
    const customer = oneOf(customers)
    const licence = lots.happens(0.1) ? oneOf(customers)?.licence : customer?.licence
    const from = lots.between(0, 14)
    const asked = bookingOf(carId, licence ?? '', {
      customerEmail: customer?.email ?? '',
      pickupDate: day(from),
      dropoffDate: day(from + lots.between(1, 3)),
    })
    return async (core, call) => {
      const told = await requestBooking(core, call, asked)
      if (told.ok) bookings.push(told.answer.id)
      return told
    }
  }

  function block(carId: string): Send {
    const from = lots.between(0, 14)
    const asked = { from: day(from), to: day(from + 1), kind: 'service' } as const
    return async (core, call) => {
      const told = await scheduleMaintenance(core, call, tenant, carId, asked)
      if (told.ok) maintenance.push({ carId, maintenanceId: told.answer.id })
      return told
    }
  }

  return () => {
    const carId = oneOf(vehicles) ?? ''
    const booking = oneOf(bookings)
    if (booking === undefined || lots.happens(0.4)) return request(carId)
    const change = (what: Parameters<typeof changeBooking>[4]): Send => {
      return (core, call) => changeBooking(core, call, tenant, booking, what)
    }
    const what = lots.between(1, 100)
    if (what <= 35) return change({ status: 'approved' })
    if (what <= 60) return change({ status: 'rejected' })
    if (what <= 75) return change({ adminNotes: `Note ${lots.between(1, 3)}` })
    if (what <= 85) return (core, call) => hideBooking(core, call, tenant, booking, 'recent')
    const address = oneOf(maintenance)
    if (what <= 92 || address === undefined) return block(carId)
    return (core, call) => cancelMaintenance(core, call, tenant, address)
  }
}
