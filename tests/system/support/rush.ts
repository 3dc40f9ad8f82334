import { randomUUID } from 'node:crypto'
import { BookingChanged, type BookingStatus } from '@forecourt/contracts/booking.ts'
import type { Answer, Client } from './client.ts'
import { idOf } from './client.ts'
import type { Acknowledged } from './invariants.ts'
import type { Platform } from './platform.ts'
import { type Chance, chanceOf } from './random.ts'
import { requestFor, type Tenant } from './tenant.ts'

/** What a rush of commands leaves behind: what people were told. */
export interface Rush {
  /** Commands that were answered, whatever the answer. */
  readonly answered: number
  readonly acknowledged: readonly Acknowledged[]
  /** Refusals by code: part of the business. */
  readonly refused: ReadonlyMap<string, number>
  /** Answers that the specification does not know in this place, such as a 500. */
  readonly surprises: readonly Answer[]
  /** How often a command was sent again because nobody knew its outcome. */
  readonly repeated: number
  /** E-mail addresses of the renters by booking reference. */
  readonly renters: ReadonlyMap<string, string>
}

interface Plan {
  readonly commands: number
  /** How many people send them at the same time. */
  readonly people: number
  /** Called before each command is sent: where faults are made. */
  readonly before?: (command: number) => Promise<void> | void
}

/** What staff do with a booking, by the status that it has: the wanted status, and the events that can say so. */
const CHANGES: readonly (readonly [from: BookingStatus, to: BookingStatus])[] = [
  ['pending', 'approved'],
  ['pending', 'approved'],
  ['pending', 'rejected'],
  ['approved', 'rejected'],
  ['approved', 'completed'],
  ['completed', 'approved'],
]
const LED: Readonly<Record<BookingStatus, readonly string[]>> = {
  pending: [],
  approved: ['BookingApproved', 'BookingReinstated'],
  rejected: ['BookingRejected', 'BookingCancelled'],
  completed: ['BookingCompleted'],
}

/** Refusals that people who do not know of each other must expect. */
const EXPECTED = new Set(['409 dates-unavailable', '409 transition-not-allowed', '429 too-many-pending'])

/**
 * Renters and staff of one business, all busy at once: requests, approvals, rejections, cancellations, completions and
 * reinstatements, each with a key of its own and sent until it is answered.
 */
export async function rush(platform: Platform, tenant: Tenant, chance: Chance, plan: Plan): Promise<Rush> {
  const { commands, people, before } = plan
  const statuses = new Map<string, BookingStatus>()
  const acknowledged: Acknowledged[] = []
  const refused = new Map<string, number>()
  const surprises: Answer[] = []
  const renters = new Map<string, string>()
  let sent = 0
  let answered = 0

  async function request(person: Chance, renter: Client): Promise<void> {
    const vehicle = person.oneOf(tenant.vehicles)
    if (vehicle === undefined) throw new Error('there is no vehicle')
    // Not so soon that somebody is reminded of it: the mails that are counted are those that the rush calls for.
    const body = requestFor(platform, vehicle, { from: 3 + person.below(60), count: 1 + person.below(6) })
    renters.set(body.reference, body.customerEmail)
    const answer = await renter.insist({ method: 'POST', path: '/api/bookings', body, key: randomUUID() })
    if (answer.status === 201) {
      const bookingId = idOf(answer)
      statuses.set(bookingId, 'pending')
      acknowledge(answer, bookingId, ['BookingRequested'])
    } else refuse(answer)
  }

  async function change(person: Chance, staff: Client): Promise<void> {
    const [from, to] = person.oneOf(CHANGES) ?? ['pending', 'approved']
    const candidates = [...statuses].filter(([, status]) => status === from)
    const [bookingId] = person.oneOf(candidates) ?? []
    if (bookingId === undefined) return await request(person, staff)
    const path = `/api/admin/bookings/${bookingId}`
    const answer = await staff.insist({ method: 'PUT', path, body: { status: to }, key: randomUUID() })
    if (answer.status === 200) {
      statuses.set(bookingId, BookingChanged.parse(answer.body).status)
      acknowledge(answer, bookingId, LED[to])
    } else refuse(answer)
  }

  function acknowledge({ position }: Answer, bookingId: string, led: readonly string[]): void {
    // Without a position somebody else had done the same already: nothing was written.
    if (position !== undefined) acknowledged.push({ bookingId, led, position })
  }

  function refuse(answer: Answer): void {
    const kind = `${answer.status} ${answer.code}`
    if (EXPECTED.has(kind)) refused.set(kind, (refused.get(kind) ?? 0) + 1)
    else surprises.push(answer)
  }

  const clients = await Promise.all(
    Array.from({ length: people }, async () => ({ staff: await tenant.staff(), renter: platform.client() })),
  )
  await Promise.all(
    clients.map(async ({ staff, renter }, index) => {
      const person = chanceOf(chance.seed + index + 1)
      while (sent < commands) {
        sent += 1
        await before?.(sent)
        await (person.happens(0.45) ? request(person, renter) : change(person, staff))
        answered += 1
      }
    }),
  )
  const repeated = clients.reduce((sum, { staff, renter }) => sum + staff.repeated + renter.repeated, 0)
  return { answered, acknowledged, refused, surprises, repeated, renters }
}

/** The rush in figures, for those who read a test's output. */
export function inWords({ answered, acknowledged, repeated, refused }: Rush): string {
  const refusals = [...refused].map(([kind, count]) => `${count} × ${kind}`)
  return [`${answered} answered`, `${acknowledged.length} wrote`, ...refusals, `${repeated} sent again`].join(', ')
}
