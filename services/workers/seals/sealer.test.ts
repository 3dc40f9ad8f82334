import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVERYTHING } from '@forecourt/event-log/port.ts'
import { isSealed, leafOf, leavesOf, type Seal } from '@forecourt/event-log/seals/chain.ts'
import { isSignedBy, publicKeyOf, publicKeys, sealKey } from '@forecourt/event-log/seals/keys.ts'
import { sealsInLog } from '@forecourt/event-log/seals/read-seals.ts'
import { sealsInFile } from '@forecourt/event-log/seals/seal-file.ts'
import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'
import type { Car, Tenant } from '@forecourt/query/testing/rental.ts'
import { World } from '@forecourt/query/testing/world.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { runOneSealer } from './one-sealer.ts'
import { runSealer, type Sealer } from './sealer.ts'

const seed = randomBytes(32).toString('base64')
const keys = publicKeys([publicKeyOf(seed)])

let world: World
let folder: string
let file: string
let tenant: Tenant
let ends: AbortController

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-seals-'))
})
beforeEach(async () => {
  world = await World.create()
  ends = new AbortController()
  file = join(folder, `${randomBytes(4).toString('hex')}.jsonl`)
  tenant = await world.story.business('Harbour Hire')
})
afterEach(async () => {
  ends.abort()
  await world[Symbol.asyncDispose]()
})
afterAll(() => rmSync(folder, { recursive: true }))

function start(more: Partial<Sealer> = {}, run: typeof runSealer = runSealer): { stop(): Promise<void> } {
  const end = new AbortController()
  const running = run(
    {
      eventLog: world.eventLog,
      key: sealKey(seed),
      file,
      appVersion: '1.0.0',
      log: world.log,
      now: () => new Date(),
      every: 20,
      ...more,
    },
    AbortSignal.any([end.signal, ends.signal]),
  )
  return {
    async stop() {
      end.abort()
      await running
    },
  }
}

const asWorker = (sealer: Sealer, signal: AbortSignal) => runOneSealer(sealer, world.database.url, signal)
const lines = () => readFileSync(file, 'utf8').trim().split('\n')
const seals = async () => (await Array.fromAsync(sealsInLog(world.eventLog))).map(({ seal }) => seal)
const events = async () => (await Array.fromAsync(world.eventLog.readAll('start', EVERYTHING))).filter(isSealed)

/** Until every event is under a seal. */
async function sealed(): Promise<readonly Seal[]> {
  return await vi.waitFor(
    async () => {
      const all = await seals()
      expect(all.at(-1)?.total).toBe((await events()).length)
      return all
    },
    { timeout: 60_000, interval: 20 },
  )
}

describe('the log is sealed', () => {
  it('each event once, in the order of the log, each seal following from the one before, signed, and in the file', async () => {
    start()
    await sealed()
    await world.story.vehicle(tenant, 'VW Golf')
    const all = await sealed()
    expect(all.length).toBeGreaterThan(1)
    expect(all.flatMap(leavesOf)).toEqual((await events()).map(leafOf))
    expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1))
    expect(all.slice(1).map(({ previousRoot }) => previousRoot)).toEqual(all.slice(0, -1).map(({ root }) => root))
    expect(all.every((seal) => isSignedBy(seal, keys))).toBe(true)
    await vi.waitFor(async () => expect(await Array.fromAsync(sealsInFile(file))).toEqual(all), 60_000)
  })

  it('with many events to a seal, and none for a log that stands still', async () => {
    const golf = await world.story.vehicle(tenant, 'VW Golf')
    await manyEvents(golf, 2_500)
    const readAll = vi.fn<typeof world.eventLog.readAll>((...args) => world.eventLog.readAll(...args))
    start({ eventLog: { ...world.eventLog, readAll } })
    const all = await sealed()
    expect(all.map(({ count }) => count).slice(0, 2)).toEqual([1_000, 1_000])
    const looks = readAll.mock.calls.length
    await vi.waitFor(() => expect(readAll.mock.calls.length).toBeGreaterThan(looks + 3), 60_000)
    expect(await seals()).toEqual(all)
  })

  it('by one chain, however many sealers there are', async () => {
    start()
    start({ file: undefined })
    for (let car = 0; car < 20; car += 1) await world.story.vehicle(tenant, `Car ${car}`)
    const all = await sealed()
    expect(all.flatMap(leavesOf)).toEqual((await events()).map(leafOf))
    await vi.waitFor(async () => expect(await Array.fromAsync(sealsInFile(file))).toEqual(all), 60_000)
  })
})

describe('of workers that share one file', () => {
  it('one seals at a time: each seal is in the file once, and another takes over', async () => {
    const first = start({ every: 5 }, asWorker)
    start({ every: 7 }, asWorker)
    for (let car = 0; car < 40; car += 1) await world.story.vehicle(tenant, `Car ${car}`)
    await sealed()
    await first.stop()
    await world.story.vehicle(tenant, 'VW Golf')
    const all = await sealed()
    await vi.waitFor(() => expect(lines().map((line): unknown => JSON.parse(line))).toEqual(all), 60_000)
  })

  it('whoever loses the lock stops sealing, and asks for it again', async () => {
    start({ every: 5 }, asWorker)
    await sealed()
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'forecourt sealer'"
    expect((await world.pool.query(`${end} and datname = current_database()`)).rowCount).toBe(1)
    await world.story.vehicle(tenant, 'VW Golf')
    const all = await sealed()
    await vi.waitFor(() => expect(lines()).toHaveLength(all.length), 60_000)
  })

  it('one that is ended does not wait for a database that has gone silent', async () => {
    await using link = await openLink(() => addressOf(world.database.url))
    const url = new URL(world.database.url)
    url.host = `127.0.0.1:${link.port}`
    const sealing = start({}, (sealer, signal) => runOneSealer(sealer, url.href, signal))
    await sealed()
    link.stall()
    await expect(sealing.stop()).resolves.toBeUndefined()
  })
})

describe('a sealer that was killed', () => {
  it('between the log and the file, or within a line of it, leaves nothing wrong behind', async () => {
    const first = start()
    await sealed()
    await first.stop()
    appendFileSync(file, '{"number":2,"thro')
    const withoutFile = start({ file: undefined })
    await world.story.vehicle(tenant, 'VW Golf')
    await sealed()
    await withoutFile.stop()

    start()
    await world.story.vehicle(tenant, 'VW Polo')
    const all = await sealed()
    await vi.waitFor(async () => expect(await Array.fromAsync(sealsInFile(file))).toEqual(all), 60_000)
  })
})

describe('where the log is not what the file says', () => {
  it('nothing more is sealed, and the reason is logged', async () => {
    const first = start()
    await sealed()
    await first.stop()
    const { number, ...last } = JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '')
    appendFileSync(file, `${JSON.stringify({ ...last, number: number + 1 })}\n`)
    start()
    await world.story.vehicle(tenant, 'VW Golf')
    await vi.waitFor(() => expect(world.lines.join('\n')).toContain('the sealer begins again'), 60_000)
    expect(await seals()).toHaveLength(number)
  })
})

/** So many events in one stream. */
async function manyEvents(car: Car, count: number): Promise<void> {
  const stay = await world.story.request(car, '2026-12-08', '2026-12-10')
  const data = { bookingId: stay.bookingId, customerId: stay.customerId }
  const hidden = Array.from({ length: 500 }, () => ({ type: 'BookingHiddenFromRecent', data }))
  for (let done = 0; done < count; done += hidden.length) {
    await world.story.append(`rent.schedule-${car.vehicleId}`, tenant.businessId, hidden)
  }
}
