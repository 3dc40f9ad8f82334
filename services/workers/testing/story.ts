import { randomBytes, randomUUID } from 'node:crypto'
import { CivilDate } from '@forecourt/domain/civil-date.ts'
import type { AnyEvent } from '@forecourt/domain/event.ts'
import { BookingId, BusinessId, CustomerId, Slug, VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { businessStream, customerStream, scheduleStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { markOfPicture } from '@forecourt/event-log/mark.ts'
import type { Appended, EventLog } from '@forecourt/event-log/port.ts'
import type { Person, Vault } from '@forecourt/event-log/vault/vault.ts'

/** A business with one vehicle whose facts tests write straight into the log. */
export interface Story {
  readonly businessId: BusinessId
  /** A renter asks for a booking. */
  request(customer?: Partial<Renter>): Promise<Requested>
  approve(booking: Requested): Promise<Appended>
  /** @param reason null when absent */
  reject(booking: Requested, reason?: string): Promise<Appended>
  cancel(booking: Requested): Promise<Appended>
  complete(booking: Requested): Promise<Appended>
  reinstate(booking: Requested): Promise<Appended>
  /** Staff want the contract made anew. */
  reissue(booking: Requested): Promise<Appended>
  /** The renter signs this document at the desk. */
  sign(booking: Requested, sha256: string): Promise<Appended>
  /** Whatever else happened to the booking. */
  happened(booking: Requested, type: string, more?: object): Promise<Appended>
  /** The business has terms, the next version of them. */
  terms(terms: string): Promise<Appended>
  /** The customer is about to be erased. */
  leave(booking: Requested): Promise<Appended>
  /**
   * Staff say something about the customer's licence.
   * @param reason of a refusal
   * @param seen the picture that they looked at; nobody wrote down which when absent
   */
  licence(
    booking: Requested,
    said: 'refused' | 'expired' | 'verified',
    reason?: string,
    seen?: string,
  ): Promise<Appended>
  /** The renter sends another picture; the first one is at `/objects/licences/story`. */
  replaceLicence(booking: Requested, licencePath: string): Promise<Appended>
  /** The operators close the business. */
  deactivate(): Promise<Appended>
}

interface Renter {
  readonly name: string
  readonly email: string
  readonly notes: string
  readonly channel: 'portal' | 'desk'
  /** `import` marks history brought in from elsewhere. */
  readonly actorKind: 'customer' | 'import'
}

export interface Requested {
  readonly bookingId: BookingId
  readonly customerId: CustomerId
  readonly eventId: string
  readonly revision: bigint
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ulid = () => `0${Array.from(randomBytes(25), (byte) => CROCKFORD[byte % 32]).join('')}`

/** Onboards the business and adds the vehicle. */
export async function beginStory(
  eventLog: EventLog,
  vault: Vault,
  business: {
    readonly name?: string
    readonly contactEmail?: string | null
    readonly logoPath?: string
    readonly now?: () => Date
  } = {},
): Promise<Story> {
  const businessId = BusinessId.parse(randomUUID())
  const vehicleId = VehicleId.parse(randomUUID())
  const slug = Slug.parse(`tenant-${businessId.slice(0, 8)}`)
  const name = business.name ?? 'Harbour Hire'
  const stream = scheduleStream(vehicleId)
  const { now = () => new Date() } = business

  /** @param dataSubject whose key seals what is personal; nobody's when absent */
  const metadataOf = (actorKind: Renter['actorKind'] | 'member', occurredAt: string, dataSubject?: string) => ({
    tenantId: businessId,
    actorKind,
    actorId: 'story',
    commandId: randomUUID(),
    commandDigest: '',
    $correlationId: randomUUID(),
    $causationId: randomUUID(),
    occurredAt,
    appVersion: '0',
    ...(dataSubject === undefined ? {} : { dataSubject }),
  })

  const write = (
    to: string,
    events: readonly AnyEvent[],
    person?: Person,
    actorKind: Renter['actorKind'] = 'customer',
  ) =>
    eventLog.append(
      to,
      'any',
      encodeAll(to, events, person?.key, metadataOf(actorKind, now().toISOString(), person?.row.subjectId)),
      person && { person: person.row },
    )

  await write(businessStream(businessId), [
    { type: 'BusinessOnboarded', data: { businessId, name, slug, currency: 'GBP', timeZone: 'Europe/London' } },
    {
      type: 'BusinessBrandingChanged',
      data: { businessId, name, primaryColor: '#0f6fde', logoPath: business.logoPath ?? null },
    },
    {
      type: 'BusinessContactChanged',
      data: {
        businessId,
        description: null,
        contactEmail: business.contactEmail === undefined ? `desk@${slug}.example` : business.contactEmail,
        contactPhone: null,
        address: null,
      },
    },
  ])
  await write(vehicleStream(vehicleId), [
    {
      type: 'VehicleAddedToFleet',
      data: {
        vehicleId,
        businessId,
        status: 'available',
        details: {
          name: 'Ford Fiesta',
          description: null,
          category: 'compact',
          capacity: 5,
          transmission: 'manual',
          fuelType: 'petrol',
          dailyRate: Pence.parse(4550),
          licensePlate: 'AB12 CDE',
          year: 2023,
          imagePath: null,
        },
      },
    },
  ])

  let version = 0
  const decide = (type: string, { bookingId, customerId }: Requested, more: object = {}) =>
    write(stream, [{ type, data: { bookingId, businessId, customerId, ...more } }])

  return {
    businessId,
    async request({ name: renter = 'Ada Byron', email, notes, channel = 'portal', actorKind = 'customer' } = {}) {
      const address = email ?? `ada-${randomUUID()}@renter.example`
      const identity = {
        kind: 'customer',
        businessId,
        emailHmac: vault.lookupHmac('customer', businessId, address),
      } as const
      const person = (await vault.findPerson(identity)) ?? vault.newPerson(identity, randomUUID())
      const bookingId = BookingId.parse(`${vehicleId}.${ulid()}`)
      const customerId = CustomerId.parse(person.row.subjectId)
      const { revision } = await write(
        stream,
        [
          {
            type: 'BookingRequested',
            data: {
              bookingId,
              businessId,
              customerId,
              vehicleId,
              reference: 'BR-1765180800000',
              channel,
              pickupDate: CivilDate.parse('2026-12-08'),
              dropoffDate: CivilDate.parse('2026-12-10'),
              days: 2,
              dailyRate: Pence.parse(4550),
              totalAmount: Pence.parse(9100),
            },
            personal: {
              customer: { name: renter, email: address, phone: '07700900123', address: '12 Harbour Street' },
              licencePath: '/objects/licences/story',
              notes: notes ?? null,
            },
          },
        ],
        person,
        actorKind,
      )
      const recorded = await eventLog.read(stream, revision)[Symbol.asyncIterator]().next()
      if (recorded.done) throw new Error('the request is not in the log')
      return { bookingId, customerId, eventId: recorded.value.id, revision }
    },
    approve: (booking) => decide('BookingApproved', booking, period),
    reject: (booking, reason) => decide('BookingRejected', booking, { reason: reason ?? null }),
    happened: (booking, type, more) => decide(type, booking, more),
    cancel: (booking) => decide('BookingCancelled', booking, { reason: null }),
    complete: (booking) => decide('BookingCompleted', booking),
    reinstate: (booking) => decide('BookingReinstated', booking, period),
    reissue: (booking) => decide('ContractIssueRequested', booking, { issueId: randomUUID() }),
    async sign({ bookingId, customerId }, sha256) {
      const key = (await vault.keysOf([customerId])).get(customerId)
      const signed = {
        type: 'ContractSigned',
        data: {
          bookingId,
          businessId,
          customerId,
          signatureId: randomUUID(),
          sha256,
          signedBy: 'desk',
          signedAt: '2026-12-08T09:01:40.000Z',
        },
        personal: {
          name: 'Ada Byron',
          strokes: [
            [
              [10, 20],
              [500, 300],
            ],
          ],
          consent: 'I agree',
          address: '192.0.2.44',
          device: 'Tablet',
        },
      }
      const metadata = metadataOf('member', '2026-12-08T09:04:02.000Z', customerId)
      return await eventLog.append(stream, 'any', encodeAll(stream, [signed], key, metadata))
    },
    terms(terms) {
      version += 1
      return write(businessStream(businessId), [{ type: 'BusinessTermsChanged', data: { businessId, version, terms } }])
    },
    leave: ({ customerId }) =>
      write(stream, [{ type: 'CustomerBookingsClosed', data: { vehicleId, businessId, customerId } }]),
    async licence({ customerId, bookingId }, said, reason = 'Too dark', seen) {
      const key = (await vault.keysOf([customerId])).get(customerId)
      const metadata = metadataOf('member', now().toISOString(), customerId)
      const picture = seen === undefined || key === undefined ? null : markOfPicture(key, customerId, seen)
      const data = { customerId, businessId, picture }
      const event = {
        verified: { type: 'CustomerLicenceVerified', data },
        expired: { type: 'CustomerLicenceExpired', data: { ...data, bookingId } },
        refused: { type: 'CustomerLicenceRefused', data: { ...data, bookingId, mark: reason }, personal: { reason } },
      }[said]
      const whose = customerStream(customerId)
      return await eventLog.append(whose, 'any', encodeAll(whose, [event], key, metadata))
    },
    async replaceLicence({ customerId, bookingId }, licencePath) {
      const key = (await vault.keysOf([customerId])).get(customerId)
      const metadata = metadataOf('customer', now().toISOString(), customerId)
      const data = { bookingId, businessId, customerId, mark: licencePath }
      const replaced = { type: 'BookingLicenceReplaced', data, personal: { licencePath } }
      return await eventLog.append(stream, 'any', encodeAll(stream, [replaced], key, metadata))
    },
    deactivate: () =>
      write(businessStream(businessId), [{ type: 'BusinessDeactivated', data: { businessId, reason: 'unpaid' } }]),
  }
}

const period = { pickupDate: CivilDate.parse('2026-12-08'), dropoffDate: CivilDate.parse('2026-12-10') }
