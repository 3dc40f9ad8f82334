import { setTimeout as pause } from 'node:timers/promises'
import type { BookingRequest } from '@forecourt/contracts/booking.ts'
import type { Client } from './client.ts'
import type { Pending, Requests, Script } from './load.ts'
import { requestAfter } from './requests.ts'

/** One round of a script. False: there is nothing left to do. */
type Round = (client: Client) => Promise<boolean>

/** How often a list is looked at for what was just written, in milliseconds. */
const LOOK = 2
/** What is not shown by then is not old but lost; in milliseconds. */
const LOST = 60_000

/** What a client does in each round. */
export function roundOf(script: Script): Round {
  switch (script.kind) {
    case 'get': {
      const { path, cookie, withTag, asBrowser } = script
      return async (client) => {
        if (withTag) await client.askAgain(path, cookie)
        else await client.ask({ method: 'GET', path, cookie, asBrowser }, [200])
        return true
      }
    }
    case 'book':
      return async (client) => {
        const request = takeNext(script.requests, client)
        if (request !== undefined) await book(client, request)
        return request !== undefined
      }
    case 'approve':
      return async (client) => await approveNext(client, script.bookings)
    case 'book and decide': {
      const { cookie, decisions } = script
      return async (client) => {
        const request = takeNext(script.requests, client)
        if (request === undefined) return false
        const { id } = await book(client, request)
        for (const status of decisions) await decide(client, { id, cookie }, status)
        return true
      }
    }
    case 'tablet': {
      const { cookie, month, bookings } = script
      const pages = ['bookings', `stats?${month}`, 'customers', 'car-performance'].map((page) => `/api/admin/${page}`)
      return async (client) => {
        for (const page of pages) await client.askAgain(page, cookie)
        await approveNext(client, bookings)
        return true
      }
    }
    case 'renter':
      return async (client) => {
        const request = takeNext(script.requests, client)
        if (request === undefined) return false
        await client.askAgain(`/api/cars?businessSlug=${script.slug}`)
        await client.askAgain(`/api/cars/${request.carId}/booked-dates`)
        await book(client, request)
        return true
      }
    case 'freshness':
      return async (client) => {
        const request = takeNext(script.requests, client)
        if (request === undefined) return false
        await untilVisible(client, await book(client, request, 'look'), script)
        return true
      }
    default:
      return script satisfies never
  }
}

interface Made {
  readonly id: string
  /** Where it stands in the log, if there is one. */
  readonly position: string | undefined
}

/**
 * Looks until the list shows what was made. The one time that counts is from the acknowledgement to that answer.
 * @throws when it is never shown
 */
async function untilVisible(
  client: Client,
  { id, position }: Made,
  { cookie, saysSeen }: { readonly cookie: string; readonly saysSeen: boolean },
): Promise<void> {
  const seen = saysSeen ? position : undefined
  const began = performance.now()
  for (;;) {
    const path = `/api/admin/bookings?id=${id}`
    const answer = await client.look({ method: 'GET', path, cookie, seen }, [200])
    if (answer.text().includes(id)) break
    if (performance.now() - began > LOST)
      throw new Error(`${id} was made and is not in the list after ${LOST / 1_000} s`)
    await pause(LOOK)
  }
  client.tally.times.push(performance.now() - began)
}

/**
 * The next request that nobody has taken; undefined when there are no more. Whoever looks at its vehicle first takes it before,
 * because others take the next ones meanwhile.
 */
function takeNext(requests: Requests, { tally }: Client): BookingRequest | undefined {
  if (tally.used === requests.count) return undefined
  tally.used += 1
  return requestAfter(requests, tally.used - 1)
}

/** @param how whether its time counts */
async function book(client: Client, body: BookingRequest, how: 'ask' | 'look' = 'ask'): Promise<Made> {
  const answer = await client[how]({ method: 'POST', path: '/api/bookings', body }, [201])
  // A parser would cost more than all the rest.
  const id = /"id":"([^"]+)"/.exec(answer.text())?.[1]
  if (id === undefined) throw new Error('a booking was made without an id')
  client.tally.made.push({ id, vehicle: body.carId })
  return { id, position: answer.header('x-log-position') }
}

async function approveNext(client: Client, bookings: readonly Pending[]): Promise<boolean> {
  const booking = bookings[client.tally.used]
  if (booking === undefined) return false
  client.tally.used += 1
  await decide(client, booking, 'approved')
  return true
}

async function decide(client: Client, { id, cookie }: Pending, status: 'approved' | 'rejected'): Promise<void> {
  await client.ask({ method: 'PUT', path: `/api/admin/bookings/${id}`, cookie, body: { status } }, [200])
}
