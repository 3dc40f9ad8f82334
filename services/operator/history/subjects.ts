import { vehiclesAskedForBy } from '@forecourt/command/customers/schedules-of.ts'
import { BookingId, BusinessId, CustomerId, Slug, UserId, VehicleId, vehicleOf } from '@forecourt/domain/ids.ts'
import {
  businessStream,
  customerStream,
  notificationStream,
  scheduleStream,
  slugClaimStream,
  userStream,
  vehicleStream,
} from '@forecourt/domain/streams.ts'
import type { EventLog, Recorded } from '@forecourt/event-log/port.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { mailsFor } from '@forecourt/workers/mail/mails-for.ts'
import { Reminder, reminderId } from '@forecourt/workers/reminders/reminders-for.ts'
import { z } from 'zod'
import { RefusedError, UsageError } from '../cli/command.ts'
import type { Platform } from '../platform.ts'

/** What a history can be asked of. */
export const NOUNS = ['booking', 'vehicle', 'customer', 'business', 'user'] as const
export type Noun = (typeof NOUNS)[number]

/** Where the history of something is in the log. */
export interface Subject {
  readonly id: string
  readonly streams: readonly string[]
  /** Which events of these streams belong to it. */
  readonly belongs: (event: Recorded) => boolean
  /** Streams that its own events lead to, such as those of their mails. */
  readonly leadsTo: (event: Recorded) => readonly string[]
  /** What can be missing, because it was looked for where the projector has not come to the log's end; undefined: nothing. */
  readonly lacks?: string | undefined
}

/**
 * Finds what is meant: by its id or by what people call it (a booking's reference, a vehicle's plate or name, an e-mail
 * address, a slug). Names are looked up in the read model, which decides nothing, and customers it does not know in the
 * vault: the history itself comes from the log.
 * @param business narrows a name down that several businesses have; what is another one's is not found
 * @throws {RefusedError} nothing, or more than one thing, is called so
 */
export async function findSubject(
  platform: Platform,
  noun: Noun,
  called: string,
  business: BusinessId | undefined,
): Promise<Subject> {
  switch (noun) {
    case 'booking':
      return await bookingSubject(
        platform,
        BookingId.parse(await idOf(platform, BookingId, 'bookings', called, business)),
      )
    case 'vehicle':
      return vehicleSubject(VehicleId.parse(await idOf(platform, VehicleId, 'vehicles', called, business)))
    case 'customer': {
      const id = CustomerId.parse(await idOf(platform, CustomerId, 'customers', called, business))
      return await customerSubject(platform, id)
    }
    case 'user': {
      const id = UserId.parse(await idOf(platform, UserId, 'users', called, business))
      return ofStreams(id, [userStream(id)])
    }
    case 'business':
      return await businessSubject(platform, called)
    default:
      return noun satisfies never
  }
}

const ofStreams = (id: string, streams: readonly string[]): Subject => ({
  id,
  streams,
  belongs: () => true,
  leadsTo: mailStreams,
})

/** Of the mails that an event calls for, and of the reminders of a booking that is asked for. */
function mailStreams(event: Recorded): string[] {
  const { id, type, data, metadata } = event
  const mails = mailsFor({ id, type, data, metadata: { actorKind: metadata.actorKind } })
  const booking = BookingId.safeParse(type === 'BookingRequested' ? about(event).bookingId : undefined)
  const reminders = booking.success ? Reminder.options.map((reminder) => reminderId(booking.data, reminder)) : []
  return [...mails.map(({ notificationId }) => notificationId), ...reminders].map(notificationStream)
}

const About = z.object({ bookingId: z.string().optional(), customerId: z.string().optional() })
/** What an event says that it is about. */
function about(event: Recorded): z.infer<typeof About> {
  return About.safeParse(JSON.parse(event.data)).data ?? {}
}

/** A booking with what was said of its customer because of it, and with their erasing, which leaves nobody in it. */
async function bookingSubject({ core }: Platform, id: BookingId): Promise<Subject> {
  const schedule = scheduleStream(vehicleOf(id))
  const customerId = await customerOf(core.log, schedule, id)
  return {
    id,
    streams: [schedule, ...(customerId === undefined ? [] : [customerStream(customerId)])],
    belongs: (event) => about(event).bookingId === id || event.type === 'CustomerErased',
    leadsTo: mailStreams,
  }
}

/** Whose booking it is, by the first event of it that can be read and says so; undefined when none does. */
async function customerOf(log: EventLog, schedule: string, id: BookingId): Promise<CustomerId | undefined> {
  for await (const event of log.read(schedule)) {
    const { bookingId, customerId } = about(event)
    const customer = CustomerId.safeParse(customerId)
    if (bookingId === id && customer.success) return customer.data
  }
  return undefined
}

const vehicleSubject = (id: VehicleId): Subject => ofStreams(id, [vehicleStream(id), scheduleStream(id)])

async function customerSubject({ core, pool }: Platform, id: CustomerId): Promise<Subject> {
  const schedules = (await vehiclesAskedForBy(core.log, pool, id)).map(scheduleStream)
  const own = customerStream(id)
  return {
    id,
    streams: [own, ...schedules],
    belongs: (event) => event.stream === own || about(event).customerId === id,
    leadsTo: mailStreams,
  }
}

async function businessSubject(platform: Platform, called: string): Promise<Subject> {
  const { core } = platform
  const byId = BusinessId.safeParse(called)
  if (byId.success) return await withMembers(platform, byId.data, [])
  const slug = Slug.safeParse(called)
  const claim = slug.success ? slugClaimStream(slug.data) : undefined
  const owner = claim === undefined ? undefined : (await core.names.load(claim)).state.ownerId
  if (claim === undefined || owner === undefined) throw new RefusedError('not-found', `there is no business ${called}`)
  const id = BusinessId.parse(owner)
  return await withMembers(platform, id, [claim])
}

/** A business with the accounts of its staff. That one of them has signed in is told in the history of that account. */
async function withMembers(platform: Platform, id: BusinessId, claims: readonly string[]): Promise<Subject> {
  const behind = await howFarBehind(platform)
  const { rows } = await platform.pool.query<{ user_id: string }>(
    'select user_id from read.users where business_id = $1 order by created_at, user_id',
    [id],
  )
  const accounts = rows.map(({ user_id }) => userStream(UserId.parse(user_id)))
  return {
    ...ofStreams(id, [...claims, businessStream(id), ...accounts]),
    belongs: ({ type }) => type !== 'UserSignedIn',
    lacks: behind === undefined ? undefined : `${behind}: accounts that were made since are not in this history`,
  }
}

/** Undefined: the read model, in which names and members are looked up, has all that is in the log. */
async function howFarBehind({ pool, core }: Platform): Promise<string | undefined> {
  // In this order: what is shown by now is in the log by the time its end is asked for.
  const shown = await readCheckpoint(pool, LIVE)
  const head = await core.log.head()
  return shown === undefined || shown.position >= head
    ? undefined
    : `the projector is at position ${shown.position} of ${head}`
}

/** How each kind of thing is looked up by what it is called, in letters of any size: references have large ones. $1 what was typed, $2 the business or null. */
const LOOK_UPS = {
  bookings: `select booking_id as id, business_id from read.bookings
             where reference = upper(ltrim($1, '#')) and ($2::uuid is null or business_id = $2)`,
  vehicles: `select vehicle_id as id, business_id from read.vehicles
             where (replace(upper(license_plate), ' ', '') = replace(upper($1), ' ', '') or lower(name) = lower($1))
               and ($2::uuid is null or business_id = $2)`,
  customers: `select customer_id as id, business_id from read.customers
              where lower(email) = lower($1) and ($2::uuid is null or business_id = $2)`,
  users: `select user_id as id, business_id from read.users
          where lower(email) = lower($1) and ($2::uuid is null or business_id = $2)`,
} as const

/** Things of one name that are told of at once. */
const MOST_NAMED = 20

const KEYS = { bookings: 'booking_id', vehicles: 'vehicle_id', customers: 'customer_id', users: 'user_id' } as const

/** What one business has is nobody else's to be told of, whoever types its id. @throws {RefusedError} */
async function expectOwned(
  pool: Platform['pool'],
  table: keyof typeof KEYS,
  id: string,
  business: BusinessId | undefined,
): Promise<void> {
  if (business === undefined) return
  const { rowCount } = await pool.query(
    `select from read.${table} where ${KEYS[table]}::text = $1 and business_id = $2`,
    [id, business],
  )
  if (rowCount === 0) throw new RefusedError('not-found', `none of the ${table} of this business is called ${id}`)
}

async function idOf(
  platform: Platform,
  Id: z.ZodType<string>,
  table: keyof typeof LOOK_UPS,
  called: string,
  business: BusinessId | undefined,
): Promise<string> {
  const { pool } = platform
  const id = Id.safeParse(called)
  if (id.success) {
    await expectOwned(pool, table, id.data, business)
    return id.data
  }
  const { rows } = await pool.query<{ id: string; slug: string | null }>(
    `select found.id, business.slug
     from (${LOOK_UPS[table]}) found left join read.businesses business using (business_id)
     order by found.id limit ${MOST_NAMED}`,
    [called, business ?? null],
  )
  if (rows.length > 1) {
    // A booking's reference is its renter's: nothing keeps two of one business from having the same.
    const ids = rows.map(({ id: each, slug }) => `  ${each}${slug === null ? '' : ` of ${slug}`}`)
    throw new UsageError(
      [`more than one of the ${table} is called ${called}: give the id of one of them instead`, ...ids].join('\n'),
    )
  }
  const [listed] = rows
  if (listed !== undefined) return listed.id
  const unlisted = table === 'customers' ? await customerInVault(platform, called, business) : undefined
  if (unlisted !== undefined) return unlisted
  const behind = await howFarBehind(platform)
  const perhaps = behind === undefined ? '' : ` (${behind}: what came since is found by its id only)`
  throw new RefusedError('not-found', `none of the ${table} is called ${called}${perhaps}`)
}

/** Somebody whom no list shows: with the log in EventStoreDB the vault knows people whom no booking followed. */
async function customerInVault(
  { core: { vault } }: Platform,
  email: string,
  businessId: BusinessId | undefined,
): Promise<string | undefined> {
  if (businessId === undefined) return undefined
  const emailHmac = vault.lookupHmac('customer', businessId, email)
  return (await vault.findPerson({ kind: 'customer', businessId, emailHmac }))?.row.subjectId
}
