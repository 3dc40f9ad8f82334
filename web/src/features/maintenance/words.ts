import type { MaintenanceKind } from '@forecourt/contracts/maintenance.ts'
import type { ProblemBody } from '@forecourt/contracts/problem.ts'
import { periodInWords, shortDay } from '../../lib/dates.ts'
import type { Way } from '../../offline/outbox/queue.ts'
import { wayTo } from '../bookings/way-to.ts'

/** The texts of maintenance. */

export const kindName: Readonly<Record<MaintenanceKind, string>> = {
  service: 'Service',
  mot: 'MOT',
  repair: 'Repair',
  cleaning: 'Cleaning',
  other: 'Other work',
}
const isKind = (text: string): text is MaintenanceKind => text in kindName

interface Days {
  readonly from: string
  readonly to: string
}

/** "Mon 8 → Wed 10 Dec": the arrow leads to the day on which the vehicle can be had again, as with bookings. */
export const daysInWords = ({ from, to }: Days): string => periodInWords(from, to).dates

/** What a card says of today: "Service, back Wed 10 Dec". */
export const outInWords = ({ kind, to }: { readonly kind: MaintenanceKind; readonly to: string }): string =>
  `${kindName[kind]}, back ${shortDay(to)}`

/** What the server has found in the way of maintenance, in words, and the ways there; undefined when it is about something else. */
export function conflictInWords(
  { code, conflicts = [], maintenance = [] }: ProblemBody,
  vehicle: string,
): { readonly words: string; readonly ways: readonly Way[] } | undefined {
  if (code !== 'dates-unavailable' || (conflicts.length === 0 && maintenance.length === 0)) return undefined
  const bookings = conflicts.map(
    ({ reference, pickupDate, dropoffDate }) => `#${reference}, ${periodInWords(pickupDate, dropoffDate).dates}`,
  )
  const blocks = maintenance.map((block) => {
    const name = isKind(block.kind) ? kindName[block.kind] : kindName.other
    return `${name}, ${daysInWords(block)}`
  })
  const words = [
    ...(bookings.length === 0 ? [] : [`${vehicle} is booked then: ${bookings.join('; ')}.`]),
    ...(blocks.length === 0 ? [] : [`${vehicle} is in maintenance then: ${blocks.join('; ')}.`]),
  ]
  return { words: words.join(' '), ways: conflicts.map(wayTo) }
}
