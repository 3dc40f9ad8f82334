import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { slugClaimStream, vehicleStream } from '@forecourt/domain/streams.ts'
import { fakeServer } from '@forecourt/event-log/eventstore/testing/fake-server.ts'
import { onRealServer } from '@forecourt/event-log/eventstore/testing/on-real-server.ts'
import type { ServerUnderTest } from '@forecourt/event-log/eventstore/testing/server-under-test.ts'
import { WrongRevision } from '@forecourt/event-log/port.ts'
import { publicKeyOf, sealKey } from '@forecourt/event-log/seals/keys.ts'
import { startTestObjectStorage, type TestObjectStorage } from '@forecourt/infra/testing/object-storage.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import type { Car, Rental } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { runSealer } from '@forecourt/workers/seals/sealer.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { COMMANDS } from './commands.ts'
import { sealAll } from './seals/testing/seal-all.ts'
import { settingsOf, storageSettings, typed } from './testing/command-line.ts'

/** @param start where the log is; without it, in PostgreSQL */
function operators(where: string, start?: () => Promise<ServerUnderTest>): void {
  describe(`with the log in ${where}, an operator`, () => {
    const seed = randomBytes(32).toString('base64')
    let server: ServerUnderTest | undefined
    let storage: TestObjectStorage
    let world: World
    let folder: string
    let golf: Car
    let ada: Rental
    let beforeApproval: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'forecourt-logs-'))
      server = await start?.()
      storage = await startTestObjectStorage()
      const files = createObjectStorage(storage.config)
      await files.ensureBucket()
      files.close()
      world = await World.create(server?.url)
      world.project()
      const { story } = world
      const tenant = await story.business('Harbour Hire')
      const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId: tenant.businessId } }
      await story.append(slugClaimStream(tenant.slug), tenant.businessId, [claim])
      golf = await story.vehicle(tenant, 'VW Golf')
      ada = await story.request(golf, '2026-12-08', '2026-12-10', { name: 'Ada Byron', email: 'ada@example.com' })
      beforeApproval = new Date().toISOString()
      // What the log recorded within a millisecond counts as known in it: the approval belongs to a later one.
      await vi.waitUntil(() => Date.now() > Date.parse(beforeApproval), { interval: 1, timeout: 60_000 })
      await story.approve(ada)
      await sealAll(world, seed, sealFile())
      await world.projecting()
      await world.caughtUp()
    }, 240_000)
    afterAll(async () => {
      await world[Symbol.asyncDispose]()
      await storage.stop()
      await server?.close()
      rmSync(folder, { recursive: true })
    })

    const sealFile = () => join(folder, 'seals.jsonl')
    const business = ['--business', 'harbour-hire']
    const forecourt = async (...line: string[]) =>
      await typed(line, COMMANDS, {
        ...settingsOf(world),
        ...storageSettings(storage),
        ...(server === undefined ? {} : { EVENTSTORE_URL: server.url }),
        SEAL_PUBLIC_KEYS: publicKeyOf(seed),
        SEAL_FILE: sealFile(),
      })

    /** Staff and a sealer are at work while it happens. */
    async function besideTraffic(happens: () => Promise<void>): Promise<void> {
      const end = new AbortController()
      const { eventLog, log, story } = world
      const sealer = { eventLog, key: sealKey(seed), file: sealFile(), appVersion: '1.0.0', log, now: () => new Date() }
      const sealing = runSealer({ ...sealer, every: 50 }, end.signal)
      const writing = (async () => {
        while (!end.signal.aborted) await story.request(golf, '2027-01-08', '2027-01-10')
      })()
      try {
        await happens()
      } finally {
        end.abort()
        await Promise.all([sealing, writing])
      }
    }

    it('sees what the screen showed before the approval', async () => {
      const then = await forecourt('at', beforeApproval, 'bookings', ...business, '--json')
      expect(then).toMatchObject({ exit: 0, errors: '' })
      expect(JSON.parse(then.out).answer).toMatchObject([{ id: ada.bookingId, status: 'pending' }])
      const { out } = await forecourt('at', beforeApproval, 'bookings', ...business, '--diff', 'now')
      expect(out).toContain(`${ada.bookingId}.status: "pending" → "approved"`)
    })

    it('verifies, compares and rebuilds beside staff and a sealer at work', async () => {
      await besideTraffic(async () => {
        for (const command of ['verify', 'diff', 'rebuild', 'verify', 'diff']) {
          const { exit, out } = await forecourt(command)
          expect({ command, exit, out: exit === 0 ? '' : out }).toEqual({ command, exit: 0, out: '' })
        }
      })
      await world.caughtUp()
      expect(await forecourt('diff')).toMatchObject({ exit: 0 })
      expect((await world.rows('bookings')).length).toBeGreaterThan(1)
    }, 240_000)

    it('finds what somebody edited on a screen, and mends it from the log', async () => {
      await world.pool.query('update read.bookings set total_amount = 1 where booking_id = $1', [ada.bookingId])
      const { exit, out } = await forecourt('diff')
      expect(exit).toBe(1)
      expect(out).toMatch(/total_amount: live 1, replayed 9000\n {2}last touched by BookingApproved at position \d/)
      expect(await forecourt('rebuild')).toMatchObject({ exit: 0, errors: '' })
      expect(await forecourt('diff')).toMatchObject({ exit: 0 })
    })

    it('exports what others can verify, and forgets a person in a log that still is what was sealed', async () => {
      await world.story.vehicle(golf.tenant, 'VW Polo')
      await sealAll(world, seed, sealFile())
      const out = join(folder, 'evidence')
      expect(await forecourt('export', ...business, '--out', out)).toMatchObject({ exit: 0, errors: '' })
      const verified = spawnSync(process.execPath, [join(out, 'verify.mjs'), '--key', publicKeyOf(seed)], {
        encoding: 'utf8',
        env: {},
      })
      expect(verified).toMatchObject({ status: 0, stderr: '' })

      const { customerId } = await world.story.request(golf, '2027-02-08', '2027-02-10', {
        name: 'Grace Hopper',
        email: 'grace@example.com',
      })
      await sealAll(world, seed, sealFile())
      await world.caughtUp()
      const erased = await forecourt('erase', customerId, ...business, '--basis', 'they asked for it')
      expect(erased.out).toMatch(/Nothing is left to find them by: [1-9]\d* texts/)
      expect(erased.exit).toBe(0)
      expect(await forecourt('verify')).toMatchObject({ exit: 0 })
      expect(await forecourt('diff')).toMatchObject({ exit: 0 })
    })

    it('forgets by their address whom no booking followed, and whom no screen shows', async () => {
      const { vault, eventLog, pool } = world
      const { businessId } = golf.tenant
      const email = 'unfollowed@example.com'
      const emailHmac = vault.lookupHmac('customer', businessId, email)
      const { row } = vault.newPerson({ kind: 'customer', businessId, emailHmac }, randomUUID())
      const event = { id: randomUUID(), type: 'BookingRequested', data: '{}', metadata: {} }
      const refused = eventLog.append(vehicleStream(golf.vehicleId), 'noStream', [event], { person: row })
      await expect(refused).rejects.toBeInstanceOf(WrongRevision)
      const kept = async () =>
        (await pool.query('select from vault.people where subject_id = $1', [row.subjectId])).rowCount
      const isKept = await kept()
      expect(isKept, 'where the log is elsewhere, the row comes first').toBe(server === undefined ? 0 : 1)

      const erased = await forecourt('erase', email, ...business, '--basis', 'they asked for it')
      expect(erased.out).toContain(isKept ? 'No event of theirs was found' : `none of the customers is called ${email}`)
      expect(await kept()).toBe(0)
      expect(await forecourt('diff')).toMatchObject({ exit: 0 })
    })
  })
}

operators('PostgreSQL')
operators('EventStoreDB, faked', () => fakeServer(2310))
await onRealServer(
  'Operators’ commands on EventStoreDB',
  (name, start) => operators(`EventStoreDB, ${name}`, start),
  'own',
)
