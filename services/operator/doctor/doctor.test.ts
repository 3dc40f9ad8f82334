import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf, sealKey } from '@forecourt/event-log/seals/keys.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { runSealer } from '@forecourt/workers/seals/sealer.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { settingsOf, typed } from '../testing/command-line.ts'
import { doctor } from './doctor.ts'

const seed = randomBytes(32).toString('base64')

let world: World
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-doctor-'))
  world = await World.create()
  await world.story.business('Harbour Hire')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const forecourt = async () =>
  await typed(['doctor'], [doctor], {
    ...settingsOf(world),
    SEAL_PUBLIC_KEYS: publicKeyOf(seed),
    SEAL_FILE: join(folder, 'seals.jsonl'),
  })

it('an installation without projector and sealer is told what it lacks, check by check', async () => {
  const { exit, out } = await forecourt()
  expect(exit).toBe(1)
  expect(out).toContain('AMISS  read model: there is none yet: start the projector')
  expect(out).toContain('has no seal yet: do the workers have SEAL_KEY?')
  expect(out).toMatch(/^ok {5}PostgreSQL: version \d+, the database has /m)
  expect(out).toMatch(/of 10 are not as they should be\.$/)
})

it('one that has all of it is well, until a mail waits too long', async () => {
  world.project()
  await world.projecting()
  await world.caughtUp()
  const end = new AbortController()
  const sealer = {
    eventLog: world.eventLog,
    key: sealKey(seed),
    file: join(folder, 'seals.jsonl'),
    appVersion: '1.0.0',
    log: world.log,
    now: () => new Date(),
  }
  const sealing = runSealer(sealer, end.signal)
  await vi.waitFor(async () => expect((await forecourt()).out).toContain('ok     seals: up to position '), 60_000)
  await vi.waitFor(
    async () => expect(await forecourt()).toMatchObject({ exit: 0, out: expect.stringMatching(/All is well\.$/) }),
    60_000,
  )
  await world.pool.query(`
    insert into reactions.due (notification_id, template, stream, revision, due_since)
    values (gen_random_uuid(), 'new-request', 'rent.schedule-x', 0, now() - interval '1 hour')`)
  expect(await forecourt()).toMatchObject({
    exit: 1,
    out: expect.stringContaining('AMISS  mails: 1 mails or documents'),
  })
  end.abort()
  await sealing
})
