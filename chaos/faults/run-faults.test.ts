import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { type Link, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { logOf } from '../checker/log-of.ts'
import type { Fault, Line } from '../history.ts'
import type { Deliveries } from './deliveries.ts'
import { type Reach, targetOf } from './make.ts'
import type { PlannedFault } from './plan.ts'
import { runFaults } from './run-faults.ts'

const pool = new pg.Pool()
const noQueue = { add: fails, obliterate: fails, waiting: fails }
const SOON = { at: 0, lasts: 20, how: 0.5 }

it('faults that find nobody have not happened: they are not counted, and explain nothing', async () => {
  const everything = await stage(false)
  const { said, ...made } = await run(everything, [
    { ...SOON, name: 'kill', place: 'command-1' },
    { ...SOON, name: 'freeze', place: 'query-1' },
    { ...SOON, name: 'freeze', place: 'database' },
    { ...SOON, name: 'freeze', place: 'event store' },
    { ...SOON, name: 'restart', place: 'event store' },
    { ...SOON, name: 'cut', place: 'projector-1 to database' },
    { ...SOON, name: 'stall', place: 'command-2' },
    { ...SOON, name: 'clock-jump', place: 'workers' },
    { ...SOON, name: 'full-disk', place: 'disk of the storage' },
  ])
  expect(made).toEqual({ count: 0, faults: [] })
  expect(said).not.toContainEqual(expect.stringMatching(/^fault:/))
})

it('a way that nobody takes while it is cut or silent hits nobody', async () => {
  const { count, faults, said } = await run(await stage(true), [
    { ...SOON, name: 'stall', place: 'command-2' },
    { ...SOON, name: 'cut', place: 'projector-1 to database' },
  ])
  expect({ count, faults }).toEqual({ count: 0, faults: [] })
  expect(said).toContain('nobody came by meanwhile: stall, command-2 does not count')
})

it('an empty queue that is emptied hits nobody, one with jobs does', async () => {
  const plan: PlannedFault[] = [{ ...SOON, name: 'empty-queue', place: 'queue' }]
  expect((await run(await stage(true), plan, { queue: queueOf(0) })).count).toBe(0)
  expect((await run(await stage(true), plan, { queue: queueOf(1) })).count).toBe(1)
})

it('a plan that names a place that there is not ends the run', async () => {
  const plan: PlannedFault[] = [{ ...SOON, name: 'kill', place: 'comand-1' }]
  await expect(run(await stage(true), plan)).rejects.toThrow('there is no process comand-1')
  const server: PlannedFault[] = [{ ...SOON, name: 'restart', place: 'redis' }]
  await expect(run(await stage(true), server)).rejects.toThrow('there is no redis')
})

it('faults that hit somebody are counted, each with its time', async () => {
  const everything = await stage(true)
  keepComing(everything.links['command-2'])
  const { count, faults } = await run(everything, [
    { ...SOON, name: 'kill', place: 'command-1' },
    { ...SOON, name: 'freeze', place: 'query-1' },
    { ...SOON, lasts: 2_000, name: 'stall', place: 'command-2' },
    { ...SOON, name: 'freeze', place: 'event store' },
    { ...SOON, name: 'restart', place: 'event store' },
  ])
  expect(count).toBe(5)
  expect(new Set(faults.map(({ name, target }) => `${name} of ${target}`))).toEqual(
    new Set([
      'kill of command',
      'freeze of query',
      'stall of command',
      'freeze of event-store',
      'restart of event-store',
    ]),
  )
  for (const { startedAt, endedAt } of faults) expect(endedAt).toBeGreaterThanOrEqual(startedAt)
})

it('whoever holds the head of the log hits those who append, as an event store that is away does, and nobody who reads', async () => {
  await using database = await createTestDatabase()
  const plan: PlannedFault[] = [{ ...SOON, how: 0.2, name: 'exhausted-pool', place: 'database' }]
  const { faults } = await run({ ...(await stage(true)), databaseUrl: database.url, servers: {} }, plan)
  expect(faults).toMatchObject([{ name: 'exhausted-pool', target: 'event-store', place: 'database' }])
})

it('whoever holds all connections hits everybody, and so they do where no append waits for a row', async () => {
  const { servers } = await stage(true)
  const held = { ...SOON, name: 'exhausted-pool', place: 'database' } as const
  expect(targetOf({ servers: {} }, { ...held, how: 0.7 })).toBe('postgres')
  expect(targetOf({ servers }, { ...held, how: 0.2 })).toBe('postgres')
})

it('each is told of when it strikes, so that what ends by it is not taken for a crash', async () => {
  const everything = await stage(true)
  keepComing(everything.links['command-2'])
  const { said } = await run(everything, [
    { ...SOON, lasts: 0, name: 'kill', place: 'command-1' },
    { ...SOON, lasts: 2_240, name: 'stall', place: 'command-2' },
  ])
  expect(said.toSorted()).toEqual(['fault: kill, command-1', 'fault: stall, command-2, for 2.2 s'])
})

it('one that breaks off has happened when it had taken hold before', async () => {
  const everything = await stage(true)
  const broken = {
    ...everything,
    freezeDatabase: fails,
    disks: { database: { folder: '', fill: () => {}, empty: fails, [Symbol.asyncDispose]: async () => {} } },
  }
  const { count, faults } = await run(broken, [
    { ...SOON, name: 'freeze', place: 'database' },
    { ...SOON, name: 'full-disk', place: 'disk of the database' },
  ])
  expect(count).toBe(1)
  expect(faults).toMatchObject([{ name: 'full-disk', target: 'postgres' }])
})

it.each([
  ['has jumped', 600, 1],
  ['has not', 0, 0],
])('a clock that %s counts so often: %i s, %i', async (_what, ahead, times) => {
  const everything = await stage(true)
  const url = await showing(ahead)
  const workers = { url: () => url, signal: () => true }
  const plan: PlannedFault[] = [{ ...SOON, how: 0.7, name: 'clock-jump', place: 'workers' }]
  const { count, faults } = await run({ ...everything, processes: { ...everything.processes, workers } }, plan)
  expect([count, faults.length]).toEqual([times, times])
})

/** A process whose answers tell a time that is so many seconds ahead. */
async function showing(ahead: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('Date', new Date(Date.now() + ahead * 1_000).toUTCString()).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return `http://127.0.0.1:${address.port}`
}

it('none is made any more once it was told to stop, not even one that waits for its place', async () => {
  const stopping = new AbortController()
  const everything = await stage(true)
  const clocks = { workers: { environment: {}, jump: () => stopping.abort() } }
  const { said, count } = await run(
    { ...everything, clocks },
    [
      { ...SOON, name: 'clock-jump', place: 'workers' },
      { ...SOON, name: 'kill', place: 'workers' },
    ],
    { signal: stopping.signal },
  )
  expect(count).toBe(1)
  expect(said).toEqual(['fault: clock-jump, workers, for 0.0 s'])
})

/** Somebody connects again and again, until the test is over. */
function keepComing(link: Link | undefined): void {
  if (link === undefined) throw new Error('there is no such way')
  const coming = setInterval(() => connect(link.port, '127.0.0.1').on('error', () => {}), 10)
  onTestFinished(() => clearInterval(coming))
}

/** A queue in which so many jobs wait. */
const queueOf = (jobs: number) => ({ add: fails, obliterate: async () => {}, waiting: async () => jobs })

function fails(): never {
  throw new Error('there is none')
}

/** What faults reach, with processes that are up or down. */
async function stage(isUp: boolean): Promise<Reach> {
  const link = await openLink(() => undefined)
  onTestFinished(() => link[Symbol.asyncDispose]())
  const process = { url: () => (isUp ? 'http://127.0.0.1:1' : undefined), signal: () => isUp }
  return {
    processes: {
      'command-1': process,
      'command-2': process,
      'query-1': process,
      'projector-1': process,
      workers: process,
    },
    links: { 'command-2': link, 'projector-1 to database': link },
    clocks: { workers: { environment: {}, jump: () => {} } },
    disks: {},
    databaseUrl: '',
    eventLog: logOf([]),
    pool,
    signalDatabase: () => {},
    freezeDatabase: () => (isUp ? () => {} : undefined),
    servers: {
      'event store': {
        async restart(_signal, struck) {
          if (isUp) struck()
        },
        freeze: () => (isUp ? () => {} : undefined),
      },
    },
  }
}

interface Otherwise {
  readonly signal?: AbortSignal
  readonly queue?: Deliveries['queue']
}

async function run(platform: Reach, plan: readonly PlannedFault[], otherwise: Otherwise = {}) {
  const { signal = new AbortController().signal, queue = noQueue } = otherwise
  const faults: Fault[] = []
  const said: string[] = []
  const write = (line: Line) => void (line.kind === 'fault' && faults.push(line))
  const count = await runFaults({
    platform,
    deliveries: { queue, doubled: false },
    history: { write },
    plan,
    signal,
    say: (line) => void said.push(line),
  })
  return { count, faults, said }
}
