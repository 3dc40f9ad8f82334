import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { CalendarFeed } from '@forecourt/contracts/calendar-feed.ts'
import type { Call, Names } from '@forecourt/contracts/calls/call.ts'
import { CALLS } from '@forecourt/contracts/calls.ts'
import { MaintenanceSaved } from '@forecourt/contracts/maintenance.ts'
import { StoredFile, type UploadPurpose, UploadTarget } from '@forecourt/contracts/upload.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { jpeg } from '@forecourt/infra/testing/sample-files.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import { vi } from 'vitest'
import type { Platform } from '../../system/support/platform.ts'
import { daysFromToday, onboard, requestFor, type Tenant } from '../../system/support/tenant.ts'
import { type Asked, ask, cookieOf } from './ask.ts'
import { atOnce } from './at-once.ts'
import { type Colleague, hire } from './colleagues.ts'
import { ABOUT_AGREED, contractMade } from './contracts.ts'
import { hasThing } from './requests.ts'

/** Ids of what a business has: one of each kind that an address names. */
export type Things = Readonly<Record<Names, string>>

/** Texts by which whatever is of this business can be told, wherever it turns up. No two businesses have one in common. */
export interface Secrets {
  /** Personal data: for nobody else, and in no log, queue or plain row. */
  readonly personal: readonly string[]
  /** Password and cookie: for nobody, and nowhere. */
  readonly credentials: readonly string[]
  /** Ids and paths that only the business's own staff are told. */
  readonly ids: readonly string[]
  /** What its portal shows to everybody, and another's dashboard to nobody. */
  readonly published: readonly string[]
}

/** A business with all that a business can have: for each call that names a thing, things of its own. */
export interface Estate {
  readonly tenant: Tenant
  /** `Cookie` header of its staff. */
  readonly cookie: string
  readonly secrets: Secrets
  /** What a call may be tried on without getting in another call's way. */
  thingsFor(callId: string): Things
  /** Who asked for a booking, each with the texts that a mail to them, or to the business, may hold, and their own link's token. */
  readonly renters: readonly { readonly email: string; readonly texts: readonly string[]; readonly token: string }[]
  /** A colleague of whoever signs in, whom no call is tried on. */
  readonly companion: Colleague
  /** Path of a picture that its staff uploaded. */
  readonly picture: string
  /** Path of a logo that its staff uploaded. */
  readonly logo: string
  /** What its portal says of it. */
  readonly contact: Readonly<Record<'contactEmail' | 'contactPhone' | 'address', string>>
  /** Path of a contract on paper that its staff uploaded, and that is no booking's yet. */
  readonly paper: string
}

/**
 * Founds a business whose every text is a canary.
 * @param about calls that are to have things of their own
 * @param mark stands in the addresses of its renters, and in nobody else's
 */
export async function found(
  platform: Platform,
  about: readonly Call[] = CALLS,
  mark = randomBytes(5).toString('hex'),
): Promise<Estate> {
  const calls = about.filter(hasThing)
  const published = {
    contactPhone: digits(),
    address: `${mark} Canary Quay`,
    vehicle: `Canary car ${mark}`,
    description: `A canary of a car, ${mark}`,
  }
  const plate = (index: number) => `C${mark.toUpperCase().slice(0, 8)} ${numbered(index)}`
  const tenant = await onboard(platform, calls.length, {
    contactPhone: published.contactPhone,
    address: published.address,
    vehicle: (index) => ({
      name: `${published.vehicle} ${numbered(index)}`,
      description: published.description,
      licensePlate: plate(index),
    }),
  })
  const cookie = await cookieOf(platform, tenant.credentials)
  const say = async (asked: Asked, as?: string) => await succeed(platform, asked, as)

  const colleagues = await hire(platform, tenant, calls, mark)
  const licence = await upload(platform, 'license', (asked) => say(asked))
  const picture = await upload(platform, 'vehicle-image', (asked) => say(asked, cookie))
  const logo = await upload(platform, 'logo', (asked) => say(asked, cookie))
  const contract = await upload(platform, 'contract', (asked) => say(asked, cookie))
  const shown = await upload(platform, 'contract', (asked) => say(asked, cookie))
  const paper = await upload(platform, 'contract', (asked) => say(asked, cookie))
  const lookupKey = keyFromBase64(platform.lookupKey)
  const renters = calls.map(({ id }, index) => ({
    customerName: `Canary Name ${mark} ${numbered(index)}`,
    customerEmail: `canary-${mark}-${numbered(index)}@renters.example`,
    customerPhone: digits(),
    customerAddress: `${numbered(index)} Canary Street ${mark}`,
    notes: `Canary notes ${mark} ${numbered(index)}`,
    licenseImageUrl: id === 'licence' ? licence : mintLicencePath(lookupKey, randomUUID()),
  }))
  await atOnce([...tenant.vehicles.entries()], async ([index, vehicle]) => {
    const body = { ...requestFor(platform, vehicle, { from: 200, count: 2 }), ...renters[index] }
    await say({ method: 'POST', path: '/api/bookings', body: JSON.stringify(body) })
  })

  const works = await atOnce(tenant.vehicles, async (vehicle) => {
    const body = JSON.stringify({ ...daysFromToday(250, 2), kind: 'repair', note: maintenanceNote(mark) })
    const path = `/api/admin/cars/${vehicle}/maintenance`
    return MaintenanceSaved.parse(JSON.parse(await say({ method: 'POST', path, body }, cookie)))
  })

  const position = String(await platform.eventLog.head())
  const list: Asked = { method: 'GET', path: '/api/admin/bookings', headers: { 'x-log-position': position } }
  const bookings = AdminBookings.parse(JSON.parse(await upToDate(platform, list, cookie)))
  const adminNotes = `Canary admin notes ${mark}`
  // But for the one whose notes are to be changed: notes that somebody has not seen are not written over.
  const changed = tenant.vehicles[calls.findIndex(({ id }) => id === 'changeBooking')]
  const noted = bookings.filter(({ carId }) => carId !== changed)
  await atOnce(noted, async ({ id }) => {
    const body = JSON.stringify({ adminNotes })
    await say({ method: 'PUT', path: `/api/admin/bookings/${id}`, body }, cookie)
  })

  for (const [index, { id: callId }] of calls.entries()) {
    const booking = bookings.find(({ carId }) => carId === tenant.vehicles[index])
    if (booking === undefined || !ABOUT_AGREED.has(callId)) continue
    const path = `/api/admin/bookings/${booking.id}`
    await say({ method: 'PUT', path, body: JSON.stringify({ status: 'approved' }) }, cookie)
    if (callId === 'signContract' || callId === 'signMyContract')
      await contractMade(platform, tenant.businessId, booking.id)
    const contractPath = callId === 'contract' ? contract : shown
    if (callId !== 'contract' && callId !== 'myContract') continue
    await say({ method: 'PUT', path: `${path}/contract`, body: JSON.stringify({ contractPath }) }, cookie)
  }

  const linkOf = (id: string) =>
    mintBookingToken(lookupKey, { bookingId: BookingId.parse(id), businessId: tenant.businessId, version: 0 })
  const follow = async (carId: string | null) => {
    const body = JSON.stringify({ carId })
    const asked = { method: 'POST', path: '/api/admin/calendar-feeds', body }
    return CalendarFeed.parse(JSON.parse(await say(asked, cookie)))
  }
  // One calendar is revoked; the other one can still be followed then.
  const revoked = tenant.vehicles[calls.findIndex(({ id }) => id === 'revokeCalendarFeed')]
  const feeds = [await follow(null), ...(revoked === undefined ? [] : [await follow(revoked)])]
  const feedFor = (callId: string) => (callId === 'revokeCalendarFeed' ? feeds.at(-1) : feeds[0]) ?? never()
  const tokenOf = ({ url }: CalendarFeed) => idIn(url).replace('.ics', '')
  const things = calls.map((call, index): [string, Things] => {
    const booking = bookings.find(({ carId }) => carId === tenant.vehicles[index])
    if (booking === undefined) throw new Error(`there is no booking for ${call.id}`)
    return [
      call.id,
      {
        business: tenant.slug,
        vehicle: booking.carId,
        booking: booking.id,
        'booking-link': linkOf(booking.id),
        maintenance: works.find(({ carId }) => carId === booking.carId)?.id ?? '',
        customer: booking.customerId,
        licence: idIn(licence),
        contract: idIn(contract),
        'vehicle-image': idIn(picture),
        logo: idIn(logo),
        staff: colleagues.for(call.id).userId,
        'calendar-feed': feedFor(call.id).id,
        'calendar-link': tokenOf(feedFor(call.id)),
      },
    ]
  })
  const byCall = new Map(things)
  const session = cookie.slice('forecourt.sid='.length)
  return {
    tenant,
    cookie,
    companion: colleagues.companion,
    picture,
    logo,
    contact: { contactEmail: tenant.contactEmail, contactPhone: published.contactPhone, address: published.address },
    paper,
    renters: renters.map((renter, index) => ({
      email: renter.customerEmail,
      texts: textsOf(renter),
      token: linkOf(bookings.find(({ carId }) => carId === tenant.vehicles[index])?.id ?? ''),
    })),
    secrets: {
      personal: [
        ...renters.flatMap(textsOf),
        adminNotes,
        tenant.credentials.email,
        ...colleagues.all.map(({ email }) => email),
      ],
      credentials: [
        ...bookings.map(({ id }) => linkOf(id)),
        ...feeds.map(tokenOf),
        tenant.credentials.password,
        ...colleagues.all.map(({ password }) => password),
        session,
        decodeURIComponent(session),
      ],
      ids: [
        ...colleagues.all.map(({ userId }) => userId),
        ...bookings.flatMap(({ id, customerId, reference }) => [id, customerId, reference]),
        ...renters.map(({ licenseImageUrl }) => idIn(licenseImageUrl)),
        ...[contract, shown, paper].map(idIn),
        ...works.map(({ id }) => id),
        ...feeds.map(({ id }) => id),
        maintenanceNote(mark),
      ],
      published: [
        ...Object.values(published),
        ...tenant.vehicles.map((_vehicle, index) => plate(index)),
        tenant.contactEmail,
        idIn(picture),
        idIn(logo),
      ],
    },
    thingsFor(callId) {
      const own = byCall.get(callId)
      if (own === undefined) throw new Error(`${callId} names no thing`)
      return own
    },
  }
}

/** Apart by a letter: so many digits in a row could be a telephone number, which no note may hold. */
const maintenanceNote = (mark: string) => `Canary work ${mark.slice(0, 5)}x${mark.slice(5)}`

function textsOf(
  renter: Record<'customerName' | 'customerEmail' | 'customerPhone' | 'customerAddress' | 'notes', string>,
) {
  const { customerName, customerEmail, customerPhone, customerAddress, notes } = renter
  return [customerName, customerEmail, customerPhone, customerAddress, notes]
}

/** Uploads a picture and says that it is there. @returns its path */
async function upload(
  platform: Platform,
  purpose: UploadPurpose,
  say: (asked: Asked) => Promise<string>,
): Promise<string> {
  const [path, field] = FINISHING[purpose]
  const body = JSON.stringify({ [field]: await sentFile(platform, purpose) })
  return StoredFile.parse(JSON.parse(await say({ method: 'PUT', path, body }))).objectPath
}

/** Where to say that a file is there, and the field that says where it was sent to. */
const FINISHING: Readonly<Record<UploadPurpose, readonly [path: string, field: string]>> = {
  license: ['/api/license-upload', 'licenseImageURL'],
  'vehicle-image': ['/api/vehicle-image', 'imageURL'],
  logo: ['/api/business-logo', 'logoURL'],
  contract: ['/api/contract-upload', 'contractURL'],
}

/** @returns an upload address to which a picture has been sent */
export async function sentFile(platform: Platform, purpose: UploadPurpose): Promise<string> {
  const body = JSON.stringify({ purpose })
  const target = await succeed(platform, { method: 'POST', path: '/api/objects/upload', body })
  const { uploadURL } = UploadTarget.parse(JSON.parse(target))
  const sent = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(await jpeg(640, 400)) })
  if (!sent.ok) throw new Error(`the file was not taken: ${sent.status}`)
  return uploadURL
}

async function succeed(platform: Platform, asked: Asked, cookie?: string): Promise<string> {
  const { status, text } = await ask(platform, asked, cookie)
  if (status >= 300) throw new Error(`${asked.method} ${asked.path}: ${status} ${text}`)
  return text ?? ''
}

/** What rows say that hold all that was asked for: a projector may be seconds behind, and a member not be known yet. */
async function upToDate(platform: Platform, asked: Asked, cookie: string): Promise<string> {
  let told = ''
  const look = async () => {
    const { status, headers, text } = await ask(platform, asked, cookie)
    if (status !== 200 || headers.has('x-stale')) throw new Error(`${asked.method} ${asked.path}: ${status} ${text}`)
    told = text ?? ''
  }
  await vi.waitFor(look, 60_000)
  return told
}

function never(): never {
  throw new Error('a calendar was not made')
}

/** Of one length, so that none is the beginning of another. */
const numbered = (index: number) => String(index).padStart(2, '0')

/** Eleven digits that are nobody else's. */
const digits = () => `07${randomInt(1e8, 1e9)}`

const idIn = (path: string) => path.split('/').at(-1) ?? ''
