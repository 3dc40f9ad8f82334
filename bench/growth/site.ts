import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addStaff } from '@forecourt/command/account/add-staff.ts'
import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { rebuild } from '@forecourt/query/projection/rebuild.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import type { Pool } from 'pg'
import type { Client } from '../../tests/system/support/client.ts'
import { type DatabaseAddresses, type Platform, startPlatform } from '../../tests/system/support/platform.ts'
import { type Written, writeHistory } from '../generator/history.ts'
import type { Onboarded } from '../generator/onboarding.ts'
import { USUAL } from '../generator/plan.ts'
import { MARK } from '../own-folder.ts'

/** A business of the site with somebody of its staff signed in. */
export interface Desk {
  readonly business: Onboarded
  readonly staff: Client
}

/** The product with a history of one size. */
export interface Site {
  readonly bookings: number
  readonly written: Written
  /** Of its database. */
  readonly url: string
  /** Position of the last event of that history. */
  readonly writtenUpTo: bigint
  readonly platform: Platform
  /** Businesses whose own history is the same at every size. */
  readonly steady: readonly Desk[]
  /** Businesses whose own history grows with the size. */
  readonly growing: readonly Desk[]
}

/**
 * Memory is given back after so long. No site of three rests for that while the others have their turns, and the usual ten
 * minutes are too long to wait for.
 */
export const REST_SECONDS = 120

/** Of each kind. */
const DESKS = 20
const STEADY_BOOKINGS = 100

/** How many bookings each steady business has had, at every size: fewer than usual where the smallest has few. */
export const steadyBookingsFor = (smallest: number): number =>
  Math.min(STEADY_BOOKINGS, Math.floor(smallest / 2 / DESKS))

/**
 * Writes history into the database, through the log, and makes the read model of it as a rebuild does, which takes minutes
 * of what following the log would take hours for. @returns what opens the product on it
 */
export async function writeSite(
  database: DatabaseAddresses,
  {
    bookings,
    businesses,
    steadyBookings,
  }: { readonly bookings: number; readonly businesses: number; readonly steadyBookings: number },
) {
  const [masterKey, lookupKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const eventLog = createPostgresEventLog({ connectionString: database.url })
  const vault = createVault({ connectionString: database.url, masterKey, lookupKey })
  const written = await writeHistory(
    { eventLog, vault, lookupKey: keyFromBase64(lookupKey) },
    {
      ...USUAL,
      businesses,
      bookings,
      steady: { businesses: DESKS, bookingsEach: steadyBookings },
      today: todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now())),
    },
  )
  const writtenUpTo = await eventLog.head()
  await patiently(database.url, async (pool) => {
    await rebuild({ pool, schema: LIVE, tell: createTeller(vault), eventLog, log: silent })
  })
  await Promise.all([eventLog.close(), vault.close()])
  return {
    written,
    /** Starts the product's processes and waits until nothing is left for them to catch up with. */
    async open(): Promise<Site> {
      const platform = await startPlatform(database, ['command', 'query', 'projector', 'workers'], {
        environment: {
          ...MARK,
          MASTER_KEY: masterKey,
          LOOKUP_KEY: lookupKey,
          MEMORY_REST_SECONDS: String(REST_SECONDS),
        },
      })
      await quiet(platform)
      await patiently(database.url, (pool) => pool.query('vacuum analyze'))
      const desks = async (from: number) => {
        const opened: Desk[] = []
        // One after another: the product takes few sign-ins at a time.
        for (const business of written.businesses.slice(from, from + DESKS))
          opened.push(await openDesk(platform, business))
        return opened
      }
      return {
        bookings,
        written,
        url: database.url,
        writtenUpTo,
        platform,
        steady: await desks(0),
        growing: await desks(DESKS),
      }
    },
  }
}

const silent = createLog({ service: 'bench', level: 'silent' })

/** Does what may take as long as it takes: nobody waits for an answer. Pipelined, as a rebuild's pool is (`inTransaction`). */
async function patiently(connectionString: string, work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const pool = createPgPool({ connectionString, applicationName: 'bench', pipeline: true, patient: true, log: silent })
  try {
    await work(pool)
  } finally {
    await pool.end()
  }
}

async function openDesk(platform: Platform, business: Onboarded): Promise<Desk> {
  const { businessId, slug } = business
  const credentials = { email: `bench@${slug}.example`, password: `password of ${slug}` }
  const call = { actor: { kind: 'import', name: 'bench' }, now: () => new Date() } as const
  const added = await addStaff(platform.core, platform.pool, call, { businessId, ...credentials })
  if (!added.ok) throw new Error(`nobody can be added to ${slug}: ${added.refusal.code}`)
  const staff = platform.client()
  await staff.signIn({ ...credentials, slug })
  return { business, staff }
}

/** Resolves when rows are where the log is, all mails and contracts are done, and nothing follows any more. */
export async function quiet({ pool, eventLog }: Platform): Promise<void> {
  for (let before = -1n; ; ) {
    const head = await eventLog.head()
    const rows = await readCheckpoint(pool, LIVE)
    const { rows: reactions } = await pool.query<{ position: string; left: boolean }>(
      `select position::text, exists (select from reactions.due where not settled) as left
       from reactions.checkpoint where reactor = 'mail'`,
    )
    const [{ position, left } = { position: 0, left: true }] = reactions
    const isCaughtUp = rows !== undefined && rows.position >= head && BigInt(position) >= head && !left
    if (isCaughtUp && head === before) return
    before = head
    await delay(500)
  }
}

/** Those who look through the whole log when it is new to them, workers some minutes after their start. */
const LOOKING_THROUGH = ['files', 'licences', 'deactivations', 'reactivations', 'removals']

/**
 * Resolves when all have looked through the log that was written for them: a platform that has grown by itself has nobody who does
 * so while people ask.
 */
export async function lookedThrough({ platform: { pool }, writtenUpTo }: Site): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ through: number }>(
      'select count(*)::int as through from reactions.checkpoint where reactor = any ($1) and position >= $2::numeric',
      [LOOKING_THROUGH, String(writtenUpTo)],
    )
    if (rows[0]?.through === LOOKING_THROUGH.length) return
    await delay(1_000)
  }
}

/**
 * Has the server do what it would come to by itself within the next minutes, for all that was written in a few: a platform that has
 * grown slowly has it done in as many years.
 */
export async function tidyUp({ url }: Site): Promise<void> {
  await patiently(url, async (pool) => {
    await pool.query('vacuum analyze')
    await pool.query('checkpoint')
  })
}
