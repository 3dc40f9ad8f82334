import { randomBytes, randomUUID } from 'node:crypto'
import { CivilDate, daysBetween } from '@forecourt/domain/civil-date.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import { BookingId, BusinessId, CustomerId, Slug, UserId, VehicleId } from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { Pence } from '@forecourt/domain/money.ts'
import {
  businessStream,
  customerStream,
  notificationStream,
  scheduleStream,
  userStream,
  vehicleStream,
} from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import type { Appended, EventLog } from '@forecourt/event-log/port.ts'
import { NO_BUSINESS, type Person, type Vault } from '@forecourt/event-log/vault/vault.ts'

export interface Tenant {
  readonly businessId: BusinessId
  readonly slug: Slug
  readonly staff: UserId
}

export interface Car {
  readonly vehicleId: VehicleId
  readonly tenant: Tenant
  readonly dailyRate: Pence
}

export interface Rental {
  readonly bookingId: BookingId
  readonly customerId: CustomerId
  readonly car: Car
  readonly pickupDate: CivilDate
  readonly dropoffDate: CivilDate
}

interface Renter {
  readonly name?: string
  readonly email?: string
  readonly phone?: string
  readonly address?: string
}

/**
 * Tells the log what happened, in a rental business's words: each verb appends the facts that the command service would.
 * Time goes on by a minute with every fact.
 */
export class Story {
  readonly #log: EventLog
  readonly #vault: Vault
  #minute = Date.parse('2026-05-01T08:00:00Z')
  #bookings = 0

  constructor(log: EventLog, vault: Vault) {
    this.#log = log
    this.#vault = vault
  }

  /** A business with one member of staff. */
  async business(name: string, options: { readonly timeZone?: string } = {}): Promise<Tenant> {
    const businessId = BusinessId.parse(randomUUID())
    const slug = Slug.parse(name.toLowerCase().replaceAll(' ', '-'))
    const timeZone = options.timeZone ?? 'Europe/London'
    await this.append(businessStream(businessId), businessId, [
      { type: 'BusinessOnboarded', data: { businessId, name, slug, currency: 'GBP', timeZone } },
      {
        type: 'BusinessBrandingChanged',
        data: { businessId, name, primaryColor: '#0f6fde', logoPath: null },
      },
    ])
    const staff = await this.user(businessId, `staff@${slug}.example`)
    return { businessId, slug, staff }
  }

  async user(businessId: BusinessId, email: string): Promise<UserId> {
    const userId = UserId.parse(randomUUID())
    const person = await this.person('user', NO_BUSINESS, email, userId)
    const profile = { email, firstName: 'Robin', lastName: 'Desk', profileImageUrl: null }
    await this.append(
      userStream(userId),
      businessId,
      [{ type: 'UserRegistered', data: { userId, businessId, role: 'admin', isAdmin: false }, personal: profile }],
      person,
    )
    return userId
  }

  async deactivateUser(tenant: Tenant): Promise<Appended> {
    return await this.append(userStream(tenant.staff), tenant.businessId, [
      { type: 'UserDeactivated', data: { userId: tenant.staff, reason: 'left' } },
    ])
  }

  async deactivate(tenant: Tenant): Promise<Appended> {
    const { businessId } = tenant
    return await this.append(businessStream(businessId), businessId, [
      { type: 'BusinessDeactivated', data: { businessId, reason: 'unpaid' } },
    ])
  }

  async vehicle(
    tenant: Tenant,
    name: string,
    pounds = 45,
    imagePath: string | null = '/objects/vehicles/blue.webp',
  ): Promise<Car> {
    const vehicleId = VehicleId.parse(randomUUID())
    const dailyRate = Pence.parse(pounds * 100)
    const details = {
      name,
      description: null,
      category: 'compact',
      capacity: 4,
      transmission: 'manual',
      fuelType: 'petrol',
      dailyRate,
      licensePlate: 'AB12 CDE',
      year: 2024,
      imagePath,
    }
    await this.append(vehicleStream(vehicleId), tenant.businessId, [
      {
        type: 'VehicleAddedToFleet',
        data: { vehicleId, businessId: tenant.businessId, status: 'available', details },
      },
    ])
    return { vehicleId, tenant, dailyRate }
  }

  async changeStatus(car: Car, from: string, to: string): Promise<Appended> {
    const { vehicleId, tenant } = car
    return await this.append(vehicleStream(vehicleId), tenant.businessId, [
      { type: 'VehicleStatusChanged', data: { vehicleId, businessId: tenant.businessId, from, to } },
    ])
  }

  async remove(car: Car): Promise<Appended> {
    const { vehicleId, tenant } = car
    return await this.append(vehicleStream(vehicleId), tenant.businessId, [
      { type: 'VehicleRemovedFromFleet', data: { vehicleId, businessId: tenant.businessId, reason: 'sold' } },
    ])
  }

  /** Somebody asks for the car: who they are is told by their e-mail address. */
  async request(car: Car, pickup: string, dropoff: string, renter: Renter = {}, at?: string): Promise<Rental> {
    this.#bookings += 1
    const number = this.#bookings
    const { businessId } = car.tenant
    const email = renter.email ?? `renter-${number}@example.com`
    const person = await this.person('customer', businessId, email, randomUUID())
    const customerId = CustomerId.parse(person.row.subjectId)
    const pickupDate = CivilDate.parse(pickup)
    const dropoffDate = CivilDate.parse(dropoff)
    const days = daysBetween(pickupDate, dropoffDate)
    const bookingId = BookingId.parse(`${car.vehicleId}.01JD${String(number).padStart(22, '0')}`)
    await this.append(
      scheduleStream(car.vehicleId),
      businessId,
      [
        {
          type: 'BookingRequested',
          data: {
            bookingId,
            businessId,
            customerId,
            vehicleId: car.vehicleId,
            reference: `BR-${1_765_180_800_000 + number}`,
            channel: 'portal',
            pickupDate,
            dropoffDate,
            days,
            dailyRate: car.dailyRate,
            totalAmount: Pence.parse(days * car.dailyRate),
          },
          personal: {
            customer: {
              name: renter.name ?? `Renter ${number}`,
              email,
              phone: renter.phone ?? '07700900123',
              address: renter.address ?? '12 Harbour Street',
            },
            licencePath: `/objects/licences/licence-${number}`,
            notes: 'Please add a child seat',
          },
        },
      ],
      person,
      at,
    )
    return { bookingId, customerId, car, pickupDate, dropoffDate }
  }

  approve = (rental: Rental) => this.#decide('BookingApproved', rental, periodOf(rental))
  reject = (rental: Rental) => this.#decide('BookingRejected', rental, { reason: null })
  cancel = (rental: Rental) => this.#decide('BookingCancelled', rental, { reason: null })
  complete = (rental: Rental) => this.#decide('BookingCompleted', rental)
  reinstate = (rental: Rental) => this.#decide('BookingReinstated', rental, periodOf(rental))
  hideFromRecent = (rental: Rental) => this.#decide('BookingHiddenFromRecent', rental)

  /** The receiver's server knows no such mailbox. */
  async mailRefused({ bookingId, car }: Rental): Promise<Appended> {
    const { businessId } = car.tenant
    const notificationId = randomUUID()
    const booking = { bookingId, businessId }
    const failure = { attempts: 1, cause: 'address-refused', reason: 'the mail server answered 550' }
    return await this.append(notificationStream(notificationId), businessId, [
      { type: 'NotificationAbandoned', data: { notificationId, template: 'booking-approved', booking, ...failure } },
    ])
  }

  async noteDown(rental: Rental, notes: string): Promise<Appended> {
    const keys = await this.#vault.keysOf([rental.customerId])
    const key = keys.get(rental.customerId)
    const { businessId } = rental.car.tenant
    const metadata = { ...this.#metadata(businessId), dataSubject: rental.customerId }
    const data = { bookingId: rental.bookingId, businessId, customerId: rental.customerId, mark: notes }
    const stream = scheduleStream(rental.car.vehicleId)
    const events = encodeAll(stream, [{ type: 'BookingAdminNotesSaved', data, personal: { notes } }], key, metadata)
    return await this.#log.append(stream, 'any', events)
  }

  /** Destroys the customer's key, then says so. */
  async erase(rental: Rental): Promise<Appended> {
    await this.#vault.forget(rental.customerId)
    return await this.eraseKeepingKey(rental)
  }

  /** Says that the customer is erased while their key is still there: the writer has not come so far yet. */
  eraseKeepingKey = (rental: Rental) => this.#ofCustomer('CustomerErased', rental, { basis: 'asked for it' })
  hideCustomer = (rental: Rental) => this.#ofCustomer('CustomerHiddenFromCustomersPage', rental)
  /** @param by whoever of the staff; nobody when absent */
  verifyLicence = (rental: Rental, by?: UserId) =>
    this.#ofCustomer('CustomerLicenceVerified', rental, { picture: '' }, undefined, by)
  expireLicence = (rental: Rental) =>
    this.#ofCustomer('CustomerLicenceExpired', rental, { picture: '', bookingId: rental.bookingId })
  deleteLicence = (rental: Rental, licencePath: string) =>
    this.#ofCustomer('CustomerLicenceDeleted', rental, { picture: licencePath }, { licencePath })
  refuseLicence = (rental: Rental, reason: string, by?: UserId) =>
    this.#ofCustomer(
      'CustomerLicenceRefused',
      rental,
      { picture: '', bookingId: rental.bookingId, mark: reason },
      { reason },
      by,
    )

  /** The renter sends another picture from the page of their booking. */
  async replaceLicence({ bookingId, customerId, car }: Rental, licencePath: string): Promise<Appended> {
    const { businessId } = car.tenant
    const stream = scheduleStream(car.vehicleId)
    const data = { bookingId, businessId, customerId, mark: licencePath }
    const key = (await this.#vault.keysOf([customerId])).get(customerId)
    const metadata = { ...this.#metadata(businessId), dataSubject: customerId }
    const event = { type: 'BookingLicenceReplaced', data, personal: { licencePath } }
    return await this.#log.append(stream, 'any', encodeAll(stream, [event], key, metadata))
  }

  async #ofCustomer(
    type: string,
    { customerId, car }: Rental,
    more: object = {},
    personal?: object,
    by?: UserId,
  ): Promise<Appended> {
    const { businessId } = car.tenant
    const stream = customerStream(customerId)
    const key = (await this.#vault.keysOf([customerId])).get(customerId)
    const event = { type, data: { customerId, businessId, ...more }, ...(personal === undefined ? {} : { personal }) }
    const metadata = {
      ...this.#metadata(businessId),
      dataSubject: customerId,
      ...(by === undefined ? {} : ({ actorKind: 'member', actorId: by } as const)),
    }
    return await this.#log.append(stream, 'any', encodeAll(stream, [event], key, metadata))
  }

  /** Writes an event that is not what the catalogue says. */
  async somethingBroken(car: Car): Promise<Appended> {
    const stream = scheduleStream(car.vehicleId)
    const metadata = this.#metadata(car.tenant.businessId)
    return await this.#log.append(stream, 'any', [
      {
        id: randomUUID(),
        type: 'BookingCompleted',
        data: JSON.stringify({ bookingId: 'no booking', secret: 'CANARY' }),
        metadata: { ...metadata, schemaVersion: '1' },
      },
    ])
  }

  async #decide(type: string, { bookingId, customerId, car }: Rental, more: object = {}): Promise<Appended> {
    const { businessId } = car.tenant
    return await this.append(scheduleStream(car.vehicleId), businessId, [
      { type, data: { bookingId, businessId, customerId, ...more } },
    ])
  }

  /** Somebody of that address: known already, or new. */
  async person(kind: 'customer' | 'user', businessId: string, email: string, subjectId: string): Promise<Person> {
    const identity = { kind, businessId, emailHmac: this.#vault.lookupHmac(kind, businessId, email) }
    return (await this.#vault.findPerson(identity)) ?? this.#vault.newPerson(identity, subjectId)
  }

  /** These facts happened, whatever they are. */
  async append(
    stream: string,
    businessId: BusinessId,
    events: readonly AnyEvent[],
    person?: Person,
    at?: string,
  ): Promise<Appended> {
    const metadata = {
      ...this.#metadata(businessId, at),
      ...(person === undefined ? {} : { dataSubject: person.row.subjectId }),
    }
    const encoded = encodeAll(stream, events, person?.key, metadata)
    return await this.#log.append(stream, 'any', encoded, person === undefined ? {} : { person: person.row })
  }

  #metadata(tenantId: string, at?: string) {
    this.#minute += 60_000
    const commandId = randomUUID()
    return {
      tenantId,
      actorKind: 'system' as const,
      actorId: 'test',
      commandId,
      commandDigest: randomBytes(8).toString('hex'),
      $correlationId: commandId,
      $causationId: commandId,
      occurredAt: Instant.parse(at ?? new Date(this.#minute).toISOString()),
      appVersion: '1.0.0',
    }
  }
}

const periodOf = ({ pickupDate, dropoffDate }: Rental) => ({ pickupDate, dropoffDate })
