import { randomUUID } from 'node:crypto'
import type { BookingRequest } from '@forecourt/contracts/booking.ts'
import { expect } from 'vitest'
import type { Answer } from './browser.ts'
import { bookingOf, type Running, type World } from './world.ts'

/** At this factor a business is asked too often after two requests within a minute, and one address has asked for enough. */
export const TWO = 2 / 120
/** As many people at addresses of their own. */
const FLOOD = 40

/** A process in which visitors have asked this business for as much as they may. */
export async function flooded(world: World) {
  const command = await world.start({ rateLimitFactor: TWO, trustedHops: 1 })
  const tenant = await world.tenant(command)
  const carId = await world.vehicle(command, tenant)
  const key = randomUUID()
  const body = bookingOf(carId, world.licence())
  const first = await askFrom(command, 1, body, { 'idempotency-key': key })
  const second = await askFrom(command, 2, bookingOf(carId, world.licence()))
  expect([first.status, second.status]).toEqual([201, 201])
  return { command, tenant, carId, acknowledged: { key, body, text: first.text } }
}

/** Somebody at an address of their own asks for a vehicle. */
export function askFrom(
  command: Running,
  host: number,
  body: Partial<BookingRequest>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const from = { 'x-forwarded-for': `203.0.113.${host}` }
  return command.browser().post('/api/bookings', body, { headers: { ...from, ...headers } })
}

/** Many people, each at an address of their own, ask for this vehicle at once. */
export const flood = (
  world: World,
  command: Running,
  carId: string,
  headers: () => Readonly<Record<string, string>> = () => ({}),
): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: FLOOD }, (_, host) =>
      askFrom(command, 10 + host, bookingOf(carId, world.licence()), headers()),
    ),
  )

/** What a process has logged since, but for what is of use to nobody but its makers. */
export const linesSince = ({ lines }: Running, before: number): string[] =>
  lines.slice(before).filter((line) => !line.includes('"level":"debug"'))
