import { randomBytes, randomUUID } from 'node:crypto'
import { CivilDate } from '@forecourt/domain/civil-date.ts'
import { BusinessId, bookingIdOf, CustomerId, VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { businessStream, customerStream, scheduleStream, scheduleStreamOf } from '@forecourt/domain/streams.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import { decode, open } from '@forecourt/event-log/codec.ts'
import type { Person } from '@forecourt/event-log/vault/vault.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { sql } from 'slonik'
import { deleteLicencesPastDays, type LicenceRetention } from '../files/licence-retention.ts'
import { FileWorld, type Target } from './file-world.ts'

const quiet = createLog({ service: 'test', level: 'silent' })

/** A moment of the story's year. @param text `MM-DD`, at noon, or with a time: `MM-DD HH:MM` in UTC */
export const on = (text: string): Date => new Date(`2026-${text.slice(0, 5)}T${text.slice(6) || '12:00'}:00.000Z`)

export interface Rental {
  readonly bookingId: ReturnType<typeof bookingIdOf>
  readonly customer: Person
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
}

/** One business whose customers' licences come to the end of their days: for tests of the retention. */
export class LicenceWorld {
  readonly files: FileWorld
  readonly #target: Target
  #lastSwept: Date | undefined

  private constructor(files: FileWorld, target: Target) {
    this.files = files
    this.#target = target
  }

  static async start(target: Target): Promise<LicenceWorld> {
    const world = new LicenceWorld(await FileWorld.start(target), target)
    const { businessId } = world.files
    const data = { businessId, name: 'Harbour Hire', slug: 'harbour-hire', currency: 'GBP', timeZone: 'Europe/London' }
    await world.files.tell(businessStream(businessId), { type: 'BusinessOnboarded', data }, { at: on('01-01') })
    return world
  }

  stop = () => this.files.stop()

  async keepLicencesFor(licenceRetentionDays: number): Promise<void> {
    const { businessId } = this.files
    const data = { businessId: BusinessId.parse(businessId), turnaroundDays: 0, licenceRetentionDays }
    await this.files.tell(businessStream(businessId), { type: 'BusinessRentalRulesChanged', data })
  }

  /** Somebody asks for a vehicle of their own choice, on 1 March, for 10 to 14 March when nothing else is said. */
  async request(licence: string, customer = this.files.customer(), [from, to] = ['03-10', '03-14']): Promise<Rental> {
    const vehicleId = VehicleId.parse(randomUUID())
    const [pickupDate, dropoffDate] = [CivilDate.parse(`2026-${from}`), CivilDate.parse(`2026-${to}`)]
    const rental = {
      bookingId: bookingIdOf(vehicleId, ulid(Date.now(), randomBytes(10))),
      customer,
      pickupDate,
      dropoffDate,
    }
    const event = {
      type: 'BookingRequested',
      data: {
        ...this.#subject(rental),
        vehicleId,
        reference: 'BR-1765180800000',
        channel: 'portal',
        pickupDate,
        dropoffDate,
        days: 4,
        dailyRate: Pence.parse(4550),
        totalAmount: Pence.parse(18_200),
      },
      personal: {
        customer: { name: 'Ada', email: 'ada@renter.example', phone: '07700900123', address: '12 Harbour Street' },
        licencePath: licence,
        notes: null,
      },
    }
    const alongside = this.files.rows(licence, customer)
    await this.files.tell(scheduleStream(vehicleId), event, { person: customer, alongside, at: on('03-01') })
    return rental
  }

  /** A decision about a booking. */
  async decide(
    type: 'Approved' | 'Rejected' | 'Cancelled' | 'Withdrawn' | 'Completed' | 'Reinstated',
    rental: Rental,
    at: Date = on('03-02'),
  ): Promise<void> {
    const { pickupDate, dropoffDate } = rental
    const more = {
      Approved: { pickupDate, dropoffDate },
      Reinstated: { pickupDate, dropoffDate },
      Rejected: { reason: null },
      Cancelled: { reason: null },
      Withdrawn: {},
      Completed: {},
    }[type]
    const event = { type: `Booking${type}`, data: { ...this.#subject(rental), ...more } }
    await this.files.tell(scheduleStreamOf(rental.bookingId), event, { at })
  }

  /** The renter sends another picture. */
  async replaceLicence(licence: string, rental: Rental): Promise<void> {
    const data = this.#subject(rental)
    const event = {
      type: 'BookingLicenceReplaced',
      data: { ...data, mark: licence },
      personal: { licencePath: licence },
    }
    const file = { objectPath: licence, businessId: data.businessId, customerId: data.customerId }
    const { customer: person } = rental
    await this.files.tell(scheduleStreamOf(rental.bookingId), event, { person, alongside: { file }, at: on('03-01') })
  }

  async erase({ row }: Person): Promise<void> {
    const customerId = CustomerId.parse(row.subjectId)
    const data = { customerId, businessId: this.files.businessId, basis: 'own request' }
    await this.files.tell(customerStream(customerId), { type: 'CustomerErased', data })
    await this.files.vault.forget(customerId)
  }

  /** What the workers do, at this moment. @returns how many licences were deleted */
  async sweep(at: Date, parts: Partial<LicenceRetention> = {}): Promise<number> {
    const { eventLog, vault, database, storage } = this.files
    await this.#passTime(at)
    const rowsComeFirst = this.#target === 'EventStoreDB'
    const work = { eventLog, vault, database, log: quiet, rowsComeFirst, appVersion: '0', now: () => at, ...parts }
    const deleted = await deleteLicencesPastDays(work)
    await this.files.sweep(0, { ...work, storage })
    return deleted
  }

  /** The database's clock goes its own way: there, as much time passes as in the story since the last sweep. */
  async #passTime(at: Date): Promise<void> {
    const passed = at.getTime() - (this.#lastSwept ?? at).getTime()
    this.#lastSwept = at
    if (passed <= 0) return
    await this.files.database.query(sql.unsafe`
      update vault.files set condemned_at = condemned_at - make_interval(secs => ${passed / 1_000}) where set_aside
    `)
  }

  /** As {@link sweep}, and once more when whatever was on its way has arrived. */
  async sweepTwice(at: Date): Promise<void> {
    await this.sweep(at)
    await this.sweep(new Date(at.getTime() + 2 * 3_600_000))
  }

  /** Which licences of a customer the log says are deleted. */
  async deletedOf(customer: Person): Promise<readonly string[]> {
    const paths: string[] = []
    const id = CustomerId.parse(customer.row.subjectId)
    for await (const recorded of this.files.eventLog.read(customerStream(id))) {
      const fact = decode(recorded)
      if (fact.kind !== 'fact' || fact.type !== 'CustomerLicenceDeleted') continue
      const personal = open(fact, new Map([[id, customer.key]]))
      if (typeof personal === 'object') paths.push(personal.licencePath)
    }
    return paths
  }

  #subject({ bookingId, customer }: Rental | Pick<Rental, 'bookingId' | 'customer'>) {
    const { businessId } = this.files
    return { bookingId, businessId, customerId: CustomerId.parse(customer.row.subjectId) }
  }
}
