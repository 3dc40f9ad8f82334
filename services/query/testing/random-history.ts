import { addDays, CivilDate } from '@forecourt/domain/civil-date.ts'
import { customerDecider } from '@forecourt/domain/customer/decider.ts'
import type { Decision } from '@forecourt/domain/decision.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import {
  type BookingId,
  bookingIdOf,
  CustomerId,
  type MaintenanceId,
  maintenanceIdOf,
  VehicleId,
} from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { type ScheduleCommand, scheduleDecider } from '@forecourt/domain/schedule/decider.ts'
import type { ScheduleState } from '@forecourt/domain/schedule/state.ts'
import { businessStream, customerStream, scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import { type VehicleCommand, vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import type { VehicleDetails, VehicleStatus } from '@forecourt/domain/vehicle/events.ts'
import type { Vehicle } from '@forecourt/domain/vehicle/vehicle.ts'
import type { Attempt } from './random-attempts.ts'
import type { Tenant } from './rental.ts'
import type { World } from './world.ts'

/**
 * Lets a new business live through the history: the rules decide about each attempt, and what they allow is written.
 * @param onStep is waited for after each attempt
 */
export async function live(
  world: World,
  name: string,
  history: readonly Attempt[],
  onStep?: (tenant: Tenant) => Promise<void>,
): Promise<Tenant> {
  const tenant = await world.story.business(name)
  const life = new Life(world, tenant)
  for (const tried of history) {
    await life.attempt(tried)
    await onStep?.(tenant)
  }
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
  readonly #blocks: { readonly maintenanceId: MaintenanceId; readonly listed: Listed }[] = []
  readonly #customers = new Map<number, CustomerId>()
  #turnaroundDays = 0
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
      case 'keepFree':
        return await this.#keepFree(tried.days)
      case 'maintain':
        return await this.#maintain(chosen(this.#fleet, tried.vehicle), tried.fromToday, tried.days)
      case 'maintainOtherwise':
        return await this.#maintainOtherwise(chosen(this.#blocks, tried.block), tried.days, tried.cancelled)
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
      business: { active: true, turnaroundDays: this.#turnaroundDays },
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

  async #keepFree(turnaroundDays: number): Promise<void> {
    this.#turnaroundDays = turnaroundDays
    const { businessId } = this.#tenant
    const data = { businessId, turnaroundDays, licenceRetentionDays: 30 }
    await this.#write(businessStream(businessId), [{ type: 'BusinessRentalRulesChanged', data }])
  }

  async #maintain(listed: Listed | undefined, fromToday: number, days: number): Promise<void> {
    if (listed === undefined) return
    const { vehicleId } = listed.vehicle
    const maintenanceId = maintenanceIdOf(vehicleId, ulid(this.#blocks.length, new Uint8Array(10).fill(255)))
    const from = addDays(this.#today, fromToday)
    const work = { from, to: addDays(from, days), kind: 'service', note: null } as const
    const which = { maintenanceId, vehicleId, businessId: this.#tenant.businessId, today: this.#today }
    if (!(await this.#schedule(listed, { type: 'scheduleMaintenance', ...which, ...work }))) return
    this.#blocks.push({ maintenanceId, listed })
  }

  async #maintainOtherwise(
    known: { readonly maintenanceId: MaintenanceId; readonly listed: Listed } | undefined,
    days: number,
    isCancelled: boolean,
  ): Promise<void> {
    const block = known?.listed.schedule.maintenance.get(known.maintenanceId)
    if (known === undefined || block === undefined) return
    const { maintenanceId, listed } = known
    const { vehicleId } = listed.vehicle
    const which = { maintenanceId, vehicleId, businessId: this.#tenant.businessId, today: this.#today }
    if (isCancelled) {
      await this.#schedule(listed, { type: 'cancelMaintenance', ...which })
      return
    }
    const work = { from: block.from, to: addDays(block.from, days), kind: 'repair', note: 'Bay 2' } as const
    await this.#schedule(listed, { type: 'changeMaintenance', ...which, ...work })
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
    const subject = { bookingId, businessId: this.#tenant.businessId, turnaroundDays: this.#turnaroundDays }
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
