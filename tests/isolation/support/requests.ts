import type { Call, Names } from '@forecourt/contracts/calls/call.ts'
import { BOOKING_TOKEN_HEADER } from '@forecourt/contracts/renter-booking.ts'
import { z } from 'zod'
import type { Asked } from './ask.ts'

const Body = z.record(z.string(), z.unknown())

/** Fields that name a thing by its id, in queries and bodies. */
const NAMING: Readonly<Record<string, Names>> = { businessSlug: 'business', carId: 'vehicle' }

/** The fields of a call's body as the table's example has them; empty for a call that takes none. */
export function exampleBody(call: Call): Record<string, unknown> {
  return Body.parse(call.example.body ?? {})
}

/** What kind of thing a call names in its path, query, body or header; undefined for none. */
export function thingOf(call: Call): Names | undefined {
  if (call.access === 'link') return 'booking-link'
  // Of a path with two ids the last one names the thing; the first is the vehicle that has it.
  const param = Object.values(call.params ?? {}).at(-1)
  const fields = [...Object.keys(call.example.query ?? {}), ...Object.keys(exampleBody(call))]
  return param?.names ?? fields.map((field) => NAMING[field]).find((names) => names !== undefined)
}

/** Whether a call is about one thing that somebody owns. */
export const hasThing = (call: Call): boolean => thingOf(call) !== undefined

/**
 * The request of the table's example, about this thing.
 * @param id of the thing; unused by a call that names none
 * @param fields replace those of the example's body that have their names, or `call.name` for those of one call
 */
export function requestOf(call: Call, id: string, fields: Readonly<Record<string, unknown>>): Asked {
  const last = Object.keys(call.params ?? {}).at(-1)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) =>
    encodeURIComponent(name === last ? id : ownerOf(id)),
  )
  const query = new URLSearchParams(
    Object.entries(call.example.query ?? {}).map(([name, value]): [string, string] => [
      name,
      name in NAMING ? id : value,
    ]),
  ).toString()
  return {
    method: call.method,
    path: query === '' ? path : `${path}?${query}`,
    ...(call.access === 'link' ? { headers: { [BOOKING_TOKEN_HEADER]: id } } : {}),
    body:
      call.body === undefined || call.example.body === undefined ? undefined : JSON.stringify(bodyOf(call, id, fields)),
  }
}

/** The vehicle of maintenance with this id; what is no such id stands for both. */
const ownerOf = (id: string) => /^([0-9a-f-]{36})\./i.exec(id)?.[1] ?? id

/** The body of {@link requestOf}. */
export function bodyOf(call: Call, id: string, fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(exampleBody(call)).map(([name, value]) => [
      name,
      name in NAMING ? id : (fields[`${call.id}.${name}`] ?? (name in fields ? fields[name] : value)),
    ]),
  )
}
