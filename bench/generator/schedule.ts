import { type BookingId, bookingIdOf, CustomerId } from '@forecourt/domain/ids.ts'
import { type Instant, instantOf } from '@forecourt/domain/instant.ts'
import { changeBooking } from '@forecourt/domain/schedule/change-booking.ts'
import type { ScheduleEvent } from '@forecourt/domain/schedule/events.ts'
import { evolve } from '@forecourt/domain/schedule/evolve.ts'
import { request } from '@forecourt/domain/schedule/request.ts'
import { emptySchedule, type ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import { markOf } from '@forecourt/event-log/mark.ts'
import type { Lots } from '@forecourt/infra/demo/lots.ts'
import type { Visit } from './calendar.ts'
import { eventsOf, type Onboarded } from './onboarding.ts'
import type { Renter, Renters } from './renters.ts'
import { type Decided, idOf, type Writer } from './writer.ts'

/** What becomes of requests and of approved hires. */
const APPROVED_SHARE = 0.8
const NOTED_SHARE = 0.25
const COMPLETED_SHARE = 0.93

const MINUTE = 60_000

interface Booked {
  readonly bookingId: BookingId
  readonly renter: Renter
}

/** One vehicle's schedule while its history is written: what its rules need, and no more than that. */
export interface Schedule {
  /**
   * Somebody asks for days, staff answer whoever asked at the visit before and end the hire before that one: three commands,
   * decided one after another and appended together.
   */
  visit(visit: Visit): Promise<void>
}

interface Particulars {
  readonly seed: number
  readonly business: Onboarded
  readonly vehicle: Onboarded['fleet'][number]
  readonly renters: Renters
  readonly lots: Lots
}

/** The diary of one vehicle, which nobody has asked for yet: what happens to it is written as the rules have it. */
export function scheduleOf(writer: Writer, { seed, business, vehicle, renters, lots }: Particulars): Schedule {
  const { businessId } = business
  const { vehicleId, dailyRate } = vehicle
  const stream = scheduleStream(vehicleId)
  const state: ScheduleState = emptySchedule()
  let revision = -1n
  let requests = 0
  let asked: Booked | undefined
  let hired: Booked | undefined

  const happened = (events: readonly ScheduleEvent[]) => {
    for (const event of events) evolve(state, event)
  }

  /** A command of staff on a booking. */
  const decided = (
    booked: Booked,
    step: string,
    at: Instant,
    change: Partial<Parameters<typeof changeBooking>[0]>,
  ): Decided => {
    const events = eventsOf(
      changeBooking({ bookingId: booked.bookingId, businessId, turnaroundDays: 0, ...change }, state),
    )
    happened(events)
    const { row, key } = booked.renter.person
    const subject = { subjectId: row.subjectId, key }
    return { name: `${step} of ${booked.bookingId}`, tenantId: businessId, at, events, subject }
  }

  const ended = (booked: Booked, at: Instant): Decided => {
    const status = lots.happens(COMPLETED_SHARE) ? 'completed' : 'rejected'
    const end = decided(booked, 'end', at, { status })
    // Nothing refers to it from here on: a schedule of hundreds of hires would be held for its last two.
    state.bookings.delete(booked.bookingId)
    return end
  }

  const answered = (booked: Booked, at: Instant): Decided => {
    if (!lots.happens(APPROVED_SHARE)) {
      const rejected = decided(booked, 'answer', at, { status: 'rejected' })
      state.bookings.delete(booked.bookingId)
      return rejected
    }
    hired = booked
    const notes = 'Deposit paid by card.'
    return decided(booked, 'answer', at, {
      status: 'approved',
      ...(lots.happens(NOTED_SHARE)
        ? { adminNotes: { notes, mark: markOf(booked.renter.person.key, booked.bookingId, notes) } }
        : {}),
    })
  }

  return {
    async visit({ asked: period, on }) {
      const nine = Date.parse(`${on}T09:00:00Z`) + lots.between(0, 59) * MINUTE
      const commands: Decided[] = []
      if (hired !== undefined) commands.push(ended(hired, instantOf(nine)))
      hired = undefined
      if (asked !== undefined) commands.push(answered(asked, instantOf(nine + 20 * MINUTE)))

      requests += 1
      const at = instantOf(nine + 60 * MINUTE)
      const name = `request ${requests} of ${vehicleId}`
      const { renter, alongside } = renters.next(lots)
      const { person, customer, licencePath } = renter
      const bookingId = bookingIdOf(vehicleId, ulid(Date.parse(at), chanceOf(idOf(seed, name))))
      const events = eventsOf(
        request(
          {
            bookingId,
            customerId: CustomerId.parse(person.row.subjectId),
            channel: 'portal',
            vehicle: { vehicleId, businessId, dailyRate, status: 'available', removed: false },
            business: { active: true, turnaroundDays: 0 },
            ...period,
            personal: {
              customer,
              licencePath,
              notes: lots.happens(0.25) ? 'Could we have a child seat, please?' : null,
            },
            at,
            today: on,
          },
          state,
        ),
      )
      happened(events)
      commands.push({
        name,
        tenantId: businessId,
        at,
        events,
        subject: { subjectId: person.row.subjectId, key: person.key },
      })
      asked = { bookingId, renter }
      revision = await writer.append(stream, revision, commands, alongside)
    },
  }
}

/** Ten bytes that are always the same for the same id. */
const chanceOf = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, 10)
