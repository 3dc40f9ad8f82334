import { randomBytes, randomUUID } from 'node:crypto'
import type { BookingRequest } from '@forecourt/contracts/booking.ts'
import { type BusinessId, Slug, type UserId, type VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import type { VehicleDetails } from '@forecourt/domain/vehicle/events.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { EVERYTHING } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { startTestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { mintLicencePath } from '@forecourt/kit/object-path.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import { type Serving, serve } from '@forecourt/kit/serve.ts'
import type { Express } from 'express'
import type pg from 'pg'
import { addStaff } from '../account/add-staff.ts'
import { createSessionMemory } from '../account/session-memory.ts'
import { createCommandApp } from '../app.ts'
import { onboardBusiness } from '../business/onboard.ts'
import { addVehicle } from '../fleet/vehicles.ts'
import { gate } from '../limits/gate.ts'
import { createLimits } from '../limits/limits.ts'
import { toldTogether } from '../limits/told-together.ts'
import type { Call } from '../log/call.ts'
import { type Core, createCore, listeners } from '../log/core.ts'
import { follow } from '../log/follower.ts'
import { createUploads } from '../upload/uploads.ts'
import { Browser } from './browser.ts'

/** What one command process is: its own folds, connections and port. */
export interface Running {
  readonly core: Core
  readonly pool: pg.Pool
  readonly storage: ObjectStorage
  readonly url: string
  /** What it logged. */
  readonly lines: readonly string[]
  readonly server: Serving
  readonly app: Express
  browser(): Browser
  stop(): Promise<void>
}

interface Options {
  readonly rateLimitFactor?: number
  readonly trustedHops?: number
  /** Another way to the database. */
  readonly databaseUrl?: string
  /** Other master keys than those of the world. */
  readonly masterKeys?: { readonly masterKey: string; readonly otherMasterKey?: string }
}

export interface Tenant {
  readonly businessId: BusinessId
  readonly slug: string
  readonly userId: UserId
  readonly email: string
  readonly password: string
}

export type World = Awaited<ReturnType<typeof createWorld>>

export const PUBLIC_URL = 'http://localhost:3000'

/** A migrated database, keys, a storage and as many command processes on them as a test wants. All of it is real. */
export async function createWorld() {
  const database = await createTestDatabase()
  const objects = await startTestObjectStorage()
  const owner = createObjectStorage(objects.config)
  await owner.ensureBucket()
  owner.close()
  const masterKey = randomBytes(32).toString('base64')
  const lookupKey = randomBytes(32).toString('base64')
  const running: Running[] = []
  const clock = { now: new Date('2026-11-21T09:00:00Z') }
  const now = () => clock.now

  async function start(options: Options = {}): Promise<Running> {
    const lines: string[] = []
    const say = createLog({ service: 'command', level: 'debug' }, { write: (line) => void lines.push(line) })
    const connectionString = options.databaseUrl ?? database.url
    const pool = createPgPool({ connectionString, applicationName: 'command under test', log: say })
    const log = createPostgresEventLog({ connectionString, onDrop: () => core.hearing.interrupt() })
    const vault = createVault({ connectionString, lookupKey, ...(options.masterKeys ?? { masterKey }) })
    const storage = createObjectStorage(objects.config)
    const key = keyFromBase64(lookupKey)
    const sessionMemory = createSessionMemory(pool)
    const core = createCore({ log, vault, lookupKey: key })
    const following = new AbortController()
    const followed = follow({ log, say, hearing: core.hearing }, await log.head(), listeners(core), following.signal)
    const deps = {
      core,
      pool,
      sessionMemory,
      limits: createLimits(pool, options.rateLimitFactor ?? 1000, key),
      together: toldTogether(say),
      uploads: createUploads({ storage, lookupKey: key, now }),
      storage,
      say,
      now,
      publicUrl: PUBLIC_URL,
      sessionSecret: 'a secret of at least thirty-two characters',
      trustedHops: options.trustedHops ?? 0,
    }
    const app = createCommandApp(deps)
    const server = await serve(gate(app, deps), { host: '127.0.0.1', port: 0, log: say })
    let stopped: Promise<void> | undefined
    const process: Running = {
      core,
      pool,
      storage,
      url: server.url,
      lines,
      server,
      app,
      browser: () => new Browser(server.url),
      stop() {
        stopped ??= (async () => {
          await server.close()
          following.abort()
          await followed
          await sessionMemory.close()
          await log.close()
          await vault.close()
          storage.close()
          await pool.end()
        })()
        return stopped
      },
    }
    running.push(process)
    return process
  }

  return {
    database,
    clock,
    masterKey,
    lookupKey,
    start,

    /** A call by an operator, now. */
    call(idempotencyKey?: string): Call {
      return { actor: { kind: 'operator', name: 'test' }, now, idempotencyKey }
    },

    /** The path of a licence that was uploaded. */
    licence: () => mintLicencePath(keyFromBase64(lookupKey), randomUUID()),

    /** A business with somebody who can sign in. */
    async tenant({ core, pool }: Running, name = 'Harbour Hire'): Promise<Tenant> {
      const slug = `${name.toLowerCase().replaceAll(' ', '-')}-${randomBytes(8).toString('hex')}`
      const call: Call = { actor: { kind: 'operator', name: 'test' }, now }
      const business = await onboardBusiness(core, call, { name, slug: Slug.parse(slug) })
      if (!business.ok) throw new Error(business.refusal.code)
      const { businessId } = business.answer
      const email = `staff@${slug}.example`
      const password = `password of ${slug}`
      const staff = await addStaff(core, pool, call, { businessId, email, password })
      if (!staff.ok) throw new Error(staff.refusal.code)
      return { businessId, slug, userId: staff.answer.userId, email, password }
    },

    /** A vehicle at 45 pounds a day. */
    async vehicle(
      { core }: Running,
      { businessId }: Tenant,
      details: Partial<VehicleDetails> = {},
    ): Promise<VehicleId> {
      const call: Call = { actor: { kind: 'operator', name: 'test' }, now }
      const added = await addVehicle(core, call, businessId, { details: { ...GOLF, ...details } })
      if (!added.ok) throw new Error(added.refusal.code)
      return added.answer.vehicleId
    },

    /** All that is in the log. */
    async events(): Promise<Recorded[]> {
      const log = createPostgresEventLog({ connectionString: database.url })
      try {
        return await Array.fromAsync(log.readAll('start', EVERYTHING))
      } finally {
        await log.close()
      }
    },

    async stop(): Promise<void> {
      await Promise.all(running.map((process) => process.stop()))
      await objects.stop()
      await database.drop()
    },
  }
}

const GOLF: VehicleDetails = {
  name: 'VW Golf',
  description: null,
  category: 'compact',
  capacity: 5,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate: Pence.parse(4500),
  licensePlate: 'AB12 CDE',
  year: 2024,
  imagePath: null,
}

/** A request as the portal's form sends it. */
export function bookingOf(carId: string, licence: string, change: Partial<BookingRequest> = {}): BookingRequest {
  return {
    carId,
    pickupDate: '2026-12-08',
    dropoffDate: '2026-12-10',
    customerName: 'Ada Byron',
    customerEmail: 'ada@example.com',
    customerPhone: '07700900123',
    customerAddress: '12 Harbour Street',
    licenseImageUrl: licence,
    ...change,
  }
}
