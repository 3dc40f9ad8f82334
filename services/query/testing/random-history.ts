import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import { customerDecider } from '@forecourt/domain/customer/decider.ts'
import type { Decision } from '@forecourt/domain/decision.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import { type BookingId, bookingIdOf, CustomerId, VehicleId } from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { type ScheduleCommand, scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import type { ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { customerStream, scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import { type VehicleCommand, vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import type { VehicleDetails, VehicleStatus } from '@forecourt/domain/vehicle/events.ts'
import type { Vehicle } from '@forecourt/domain/vehicle/vehicle.ts'
import fc from 'fast-check'
import type { Tenant } from './story.ts'
import type { World } from './world.ts'

/** Something that somebody tries to do on some day. What they choose from is counted round: any number names one. */
export type Attempt =
  | { readonly wish: 'add'; readonly name: number; readonly pence: number; readonly status: VehicleStatus }
  | { readonly wish: 'edit'; readonly vehicle: number; readonly name: number; readonly status: VehicleStatus }
  | { readonly wish: 'remove'; readonly vehicle: number }
  | {
      readonly wish: 'request'
      readonly vehicle: number
      readonly customer: number
      readonly fromToday: number
      readonly days: number
    }
  | { readonly wish: 'decide'; readonly booking: number; readonly otherwise: boolean }
  | { readonly wish: 'erase' | 'hide'; readonly customer: number }
  | { readonly wish: 'wait'; readonly days: number }

const anyOf = fc.nat({ max: 1_000 })
const statuses = fc.oneof(
  { weight: 6, arbitrary: fc.constant<VehicleStatus>('available') },
  { weight: 1, arbitrary: fc.constantFrom<VehicleStatus>('booked', 'maintenance', 'unavailable') },
)
const lengths = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 14 }) },
  { weight: 2, arbitrary: fc.integer({ min: 15, max: 70 }) },
  { weight: 1, arbitrary: fc.integer({ min: 300, max: 365 }) },
)
/** Staff reject and cancel less often than they approve and complete. */
const seldom = fc.nat({ max: 3 }).map((chance) => chance === 0)
/** Odd rates, so that what is divided by days comes out uneven; and the lowest and the highest there are. */
const rates = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 20_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 27_000_000) },
)

const attempt: fc.Arbitrary<Attempt> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ wish: fc.constant('add'), name: fc.nat({ max: 3 }), pence: rates, status: statuses }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ wish: fc.constant('edit'), vehicle: anyOf, name: fc.nat({ max: 3 }), status: statuses }),
  },
  { weight: 1, arbitrary: fc.record({ wish: fc.constant('remove'), vehicle: anyOf }) },
  {
    weight: 8,
    arbitrary: fc.record({
      wish: fc.constant('request'),
      vehicle: anyOf,
      customer: fc.nat({ max: 4 }),
      fromToday: fc.integer({ min: -30, max: 120 }),
      days: lengths,
    }),
  },
  { weight: 10, arbitrary: fc.record({ wish: fc.constant('decide'), booking: anyOf, otherwise: seldom }) },
  {
    weight: 1,
    arbitrary: fc.record({ wish: fc.constantFrom('erase', 'hide'), customer: fc.nat({ max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ wish: fc.constant('wait'), days: fc.integer({ min: 1, max: 90 }) }) },
)

/** The life of a rental business: what was tried, most of which the rules allow. */
export const histories = fc
  .array(attempt, { minLength: 20, maxLength: 45, size: 'max' })
  .map((attempts): readonly Attempt[] => [{ wish: 'add', name: 0, pence: 4_550, status: 'available' }, ...attempts])

/** Lets a new business live through the history: the rules decide about each attempt, and what they allow is written. */
export async function live(world: World, name: string, history: readonly Attempt[]): Promise<Tenant> {
  const tenant = await world.story.business(name)
  const life = new Life(world, tenant)
  for (const tried of history) await life.attempt(tried)
  return tenant
}

interface Listed {
  vehicle: Vehicle
  readonly schedule: ScheduleState
}

class Life {
  readonly #world: World
  readonly #tenant: Tenant
  readonly #fleet: Listed[] = []
  readonly #bookings: { readonly bookingId: BookingId; readonly listed: Listed }[] = []
  readonly #customers = new Map<number, CustomerId>()
  // Leap years are near, and so is the end of a year.
  #today = CivilDate.parse('2027-10-20')

  constructor(world: World, tenant: Tenant) {
    this.#world = world
    this.#tenant = tenant
  }

  async attempt(tried: Attempt): Promise<void> {
    switch (tried.wish) {
      case 'add':
        return await this.#add(detailsOf(tried.name, tried.pence), tried.status)
      case 'edit':
        return await this.#edit(chosen(this.#fleet, tried.vehicle), tried.name, tried.status)
      case 'remove':
        return await this.#remove(chosen(this.#fleet, tried.vehicle))
      case 'request':
        return await this.#request(chosen(this.#fleet, tried.vehicle), tried)
      case 'decide':
        return await this.#decide(chosen(this.#undecided(), tried.booking), tried.otherwise)
      case 'erase':
      case 'hide':
        return await this.#dealWith(tried.customer, tried.wish)
      case 'wait':
        this.#today = addDays(this.#today, tried.days)
        return
      default:
        return tried satisfies never
    }
  }

  async #add(details: VehicleDetails, status: VehicleStatus): Promise<void> {
    const vehicleId = VehicleId.parse(crypto.randomUUID())
    const { businessId } = this.#tenant
    const common = { vehicleId, businessId, details, status, today: this.#today, isOwnImage }
    const command = { type: 'addToFleet', ...common } as const
    const added = await this.#vehicleEvents(undefined, vehicleId, command)
    if (added !== undefined) this.#fleet.push({ vehicle: added, schedule: scheduleDecider.initial() })
  }

  async #edit(listed: Listed | undefined, name: number, status: VehicleStatus): Promise<void> {
    if (listed === undefined) return
    const details = { ...listed.vehicle.details, name: nameOf(name) }
    const { businessId } = this.#tenant
    await this.#change(listed, { type: 'changeVehicle', businessId, details, status, today: this.#today, isOwnImage })
  }

  /** As the command service does: the schedule is closed first, and a vehicle whose bookings stand remains. */
  async #remove(listed: Listed | undefined): Promise<void> {
    if (listed === undefined) return
    const { businessId } = this.#tenant
    const { vehicleId } = listed.vehicle
    if (!(await this.#schedule(listed, { type: 'close', vehicleId, businessId, today: this.#today }))) return
    await this.#change(listed, { type: 'remove', businessId, reason: 'sold' })
  }

  async #change(listed: Listed, command: VehicleCommand): Promise<void> {
    listed.vehicle = (await this.#vehicleEvents(listed.vehicle, listed.vehicle.vehicleId, command)) ?? listed.vehicle
  }

  async #vehicleEvents(
    vehicle: Vehicle | undefined,
    vehicleId: VehicleId,
    command: VehicleCommand,
  ): Promise<Vehicle | undefined> {
    const events = allowed(vehicleDecider.decide(command, vehicle))
    if (events === undefined) return vehicle
    await this.#write(vehicleStream(vehicleId), events)
    return events.reduce(vehicleDecider.evolve, vehicle)
  }

  async #request(
    listed: Listed | undefined,
    { customer, fromToday, days }: Extract<Attempt, { wish: 'request' }>,
  ): Promise<void> {
    if (listed === undefined) return
    const { businessId } = this.#tenant
    const { vehicleId, details, status, removed } = listed.vehicle
    const email = `renter-${customer}@example.com`
    const person = await this.#world.story.person('customer', businessId, email, crypto.randomUUID())
    const customerId = CustomerId.parse(person.row.subjectId)
    const bookingId = bookingIdOf(vehicleId, ulid(this.#bookings.length, new Uint8Array(10)))
    const pickupDate = addDays(this.#today, fromToday)
    const command = {
      type: 'request',
      bookingId,
      customerId,
      channel: fromToday < 0 ? 'desk' : 'portal',
      pickupDate,
      dropoffDate: addDays(pickupDate, days),
      vehicle: { vehicleId, businessId, dailyRate: details.dailyRate, status, removed },
      business: { active: true },
      personal: {
        customer: { name: `Renter ${customer}`, email, phone: '07700900123', address: '1 Quay Street' },
        licencePath: '/objects/licences/random',
        notes: null,
      },
      at: Instant.parse(`${this.#today}T09:00:00.000Z`),
      today: this.#today,
    } as const
    if (!(await this.#schedule(listed, command, person))) return
    this.#bookings.push({ bookingId, listed })
    this.#customers.set(customer, customerId)
  }

  /** Bookings that staff can still do something with. */
  #undecided() {
    return this.#bookings.filter(
      ({ bookingId, listed }) => listed.schedule.bookings.get(bookingId)?.status !== 'rejected',
    )
  }

  /** What staff can do with a booking is told by its status (specification section 4). */
  async #decide(
    booked: { readonly bookingId: BookingId; readonly listed: Listed } | undefined,
    otherwise: boolean,
  ): Promise<void> {
    if (booked === undefined) return
    const { bookingId, listed } = booked
    const subject = { bookingId, businessId: this.#tenant.businessId }
    const status = listed.schedule.bookings.get(bookingId)?.status
    if (status === 'pending') await this.#schedule(listed, { type: otherwise ? 'reject' : 'approve', ...subject })
    if (status === 'approved') await this.#schedule(listed, { type: otherwise ? 'cancel' : 'complete', ...subject })
    if (status === 'completed') await this.#schedule(listed, { type: 'reinstate', ...subject })
  }

  async #schedule(
    { vehicle, schedule }: Listed,
    command: ScheduleCommand,
    person?: Parameters<World['story']['append']>[3],
  ): Promise<boolean> {
    const events = allowed(scheduleDecider.decide(command, schedule))
    if (events === undefined) return false
    await this.#write(scheduleStream(vehicle.vehicleId), events, person)
    for (const event of events) scheduleDecider.evolve(schedule, event)
    return true
  }

  async #dealWith(customer: number, wish: 'erase' | 'hide'): Promise<void> {
    const customerId = this.#customers.get(customer)
    if (customerId === undefined) return
    const subject = { customerId, businessId: this.#tenant.businessId }
    const command =
      wish === 'erase'
        ? ({ type: 'erase', ...subject, basis: 'asked for it' } as const)
        : ({ type: 'hideFromCustomersPage', ...subject } as const)
    const events = allowed(customerDecider.decide(command, customerDecider.initial()))
    if (wish === 'erase') {
      await this.#world.vault.forget(customerId)
      this.#customers.delete(customer)
    }
    await this.#write(customerStream(customerId), events ?? [])
  }

  async #write(
    stream: string,
    events: readonly AnyEvent[],
    person?: Parameters<World['story']['append']>[3],
  ): Promise<void> {
    if (events.length > 0) await this.#world.story.append(stream, this.#tenant.businessId, events, person)
  }
}

function allowed<Event, Refusal>(decision: Decision<Event, Refusal>): readonly Event[] | undefined {
  return decision.ok ? decision.events : undefined
}

function chosen<Item>(items: readonly Item[], index: number): Item | undefined {
  return items[index % Math.max(items.length, 1)]
}

/** No vehicle of these has a picture. */
const isOwnImage = true

/** Few names, so that vehicles are called alike. */
const nameOf = (number: number): string => `Vehicle ${number}`

function detailsOf(name: number, pence: number): VehicleDetails {
  return {
    name: nameOf(name),
    description: null,
    category: 'compact',
    capacity: 4,
    transmission: 'manual',
    fuelType: 'petrol',
    dailyRate: Pence.parse(pence),
    licensePlate: null,
    year: null,
    imagePath: null,
  }
}
