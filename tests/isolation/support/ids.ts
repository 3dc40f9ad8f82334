import { randomBytes, randomUUID } from 'node:crypto'
import type { Names } from '@forecourt/contracts/calls/call.ts'
import { BookingId, type BusinessId, FeedId } from '@forecourt/domain/ids.ts'
import { ulid } from '@forecourt/domain/ulid.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { mintCalendarToken } from '@forecourt/kit/calendar-link.ts'
import { mintContractPath, mintLicencePath, mintLogoPath, mintVehicleImagePath } from '@forecourt/kit/object-path.ts'
import type { Platform } from '../../system/support/platform.ts'
import type { Estate, Things } from './estate.ts'

/** Whose a thing is, seen from whoever calls. */
export type Whose = 'own' | 'other' | 'closed' | 'absent' | 'malformed'

export interface Id {
  readonly whose: Whose
  readonly id: string
}

const SOME = 6
/** What nobody's id looks like. */
const MALFORMED = [
  'x',
  '0',
  '-1',
  'null',
  'undefined',
  '*',
  '%',
  '__proto__',
  'constructor',
  '../admin',
  '\0',
  'a\r\nx: y',
  '🚗',
  "' or '1'='1",
  '{"id":1}',
  'x'.repeat(300),
]

/**
 * The ids that a call about a thing of this kind is tried on.
 * @param thoroughly whether with everything that is no id, too, or with some of it
 */
export function idsOf(
  platform: Platform,
  names: Names,
  callId: string,
  { home, other, closed }: { readonly home: Estate; readonly other: Estate; readonly closed: Estate },
  thoroughly: boolean,
): Id[] {
  const [own, theirs] = [home.thingsFor(callId), other.thingsFor(callId)]
  const wrong = [own[names].toUpperCase(), own[names].slice(0, -1), `${own[names]}0`, ` ${own[names]}`]
  // Another kind's id, and an own vehicle's with another's booking, or the other way round.
  const mixed = [
    own[names === 'customer' ? 'vehicle' : 'customer'],
    theirs[names === 'customer' ? 'vehicle' : 'customer'],
  ]
  if (names === 'booking' || names === 'maintenance')
    mixed.push(crossed(names, own, theirs), crossed(names, theirs, own))
  const malformed = [...new Set([...mixed, ...wrong, ...MALFORMED])].filter(
    (id) => id !== own[names] && (names !== 'booking-link' || IN_A_HEADER.test(id)),
  )
  return [
    { whose: 'own', id: own[names] },
    { whose: 'other', id: theirs[names] },
    { whose: 'closed', id: closed.thingsFor(callId)[names] },
    ...absent(platform, home, own, { ...other, feed: theirs['calendar-feed'] })[names].map(
      (id): Id => ({ whose: 'absent', id }),
    ),
    ...malformed.slice(0, thoroughly ? malformed.length : SOME).map((id): Id => ({ whose: 'malformed', id })),
  ]
}

/** The one's vehicle with the other's booking or maintenance. */
function crossed(names: 'booking' | 'maintenance', one: Things, other: Things): string {
  return [one.vehicle, other[names].split('.').at(-1)].join('.')
}

/** Ids as they should be, of things that never were. */
function absent(
  { lookupKey }: Platform,
  { tenant }: Estate,
  { vehicle, booking }: Things,
  { feed: otherFeed, ...other }: Pick<Estate, 'tenant'> & { readonly feed: string },
): Readonly<Record<Names, string[]>> {
  const key = keyFromBase64(lookupKey)
  const upload = { businessId: tenant.businessId, uploadId: randomUUID() }
  const noBooking = ulid(Date.now(), randomBytes(10))
  const link = ({ bookingId, businessId = tenant.businessId, version = 0 }: LinkParts) =>
    mintBookingToken(key, { bookingId: BookingId.parse(bookingId), businessId, version })
  return {
    business: ['no-such-business'],
    vehicle: [randomUUID()],
    booking: [`${randomUUID()}.${noBooking}`, `${vehicle}.${noBooking}`],
    maintenance: [`${randomUUID()}.${noBooking}`, `${vehicle}.${noBooking}`],
    customer: [randomUUID()],
    staff: [randomUUID()],
    licence: [last(mintLicencePath(key, randomUUID()))],
    contract: [last(mintContractPath(key, tenant.businessId, `upload:${randomUUID()}`))],
    'booking-link': [
      link({ bookingId: `${vehicle}.${noBooking}` }),
      // The booking is there, and its link has another version, or is another business's.
      link({ bookingId: booking, version: 1 }),
      link({ bookingId: booking, businessId: other.tenant.businessId }),
    ],
    'vehicle-image': [last(mintVehicleImagePath(key, upload, 640))],
    'calendar-feed': [randomUUID()],
    'calendar-link': [
      mintCalendarToken(key, { businessId: tenant.businessId, feedId: FeedId.parse(randomUUID()) }),
      // Another business's calendar under this one's name.
      mintCalendarToken(key, { businessId: tenant.businessId, feedId: FeedId.parse(otherFeed) }),
    ],
    logo: [last(mintLogoPath(key, upload, 640))],
  }
}

interface LinkParts {
  readonly bookingId: string
  readonly businessId?: BusinessId
  readonly version?: number
}

/** What a header can hold, as it is. */
const IN_A_HEADER = /^[\x21-\x7e]+$/

const last = (path: string) => path.split('/').at(-1) ?? ''
