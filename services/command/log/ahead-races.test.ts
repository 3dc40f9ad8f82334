import { randomUUID } from 'node:crypto'
import { overlaps, type Period } from '@forecourt/domain/period.ts'
import { daysOfBlock } from '@forecourt/domain/schedule/held-days.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { type Recorded, Unavailable } from '@forecourt/event-log/port.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { drawLots, type Lots } from '@forecourt/infra/demo/lots.ts'
import { createLog } from '@forecourt/kit/logging.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { coreAsOf, WouldWrite } from '../testing/as-of.ts'
import { drawCommands, type Send, type Told } from '../testing/chance-commands.ts'
import { type Line, lineTo } from '../testing/line.ts'
import { createUncertainLog, RefusedAsAWhole } from '../testing/uncertain-log.ts'
import { createWorld, type Running, type World } from '../testing/world.ts'
import type { Call } from './call.ts'
import { type Core, createCore, listeners } from './core.ts'
import { applyRecorded, emptyFold } from './fold.ts'
import { follow } from './follower.ts'

/** Any other one is as good: it says who does what, though never who comes first. */
const SEED = 20_261_122
const CLIENTS = 20
const ROUNDS = 2
const AT_ONCE = 3

/** One sending of a command, and what came of it. */
interface Sending {
  readonly send: Send
  readonly key: string | undefined
  /** Marks what it has written. */
  readonly correlationId: string
  /** Where the log was at least when it was sent. */
  readonly from: bigint
  /** Where it was at most when it was answered. */
  to: bigint
  /** Undefined: nobody knows. */
  told?: Told
}

let world: World
let line: Line
let command: Running
let cores: readonly Core[]
let streams: readonly string[]
let sendings: readonly Sending[]
let history: readonly Recorded[]
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await createWorld()
  line = await lineTo(world.database.url)
  command = await world.start()
  const tenant = await world.tenant(command)
  const vehicles = [await world.vehicle(command, tenant), await world.vehicle(command, tenant)]
  streams = vehicles.map(scheduleStream)
  cores = [await startProcess(SEED + 1), await startProcess(SEED + 2)]
  const lots = drawLots(SEED)
  sendings = await race(drawCommands(world, tenant, vehicles, lots), lots)
  history = await world.events()
})
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()))
  await world.stop()
  await line.close()
})

/** A command process without its port, with a bad way to the log. */
async function startProcess(seed: number): Promise<Core> {
  const log = createUncertainLog(line.url, drawLots(seed))
  const vault = createVault({ connectionString: line.url, lookupKey: world.lookupKey, masterKey: world.masterKey })
  const core = createCore({ log, vault, lookupKey: keyFromBase64(world.lookupKey) })
  const say = createLog({ service: 'command', level: 'error' }, { write: () => {} })
  const following = new AbortController()
  const followed = follow({ log, say, hearing: core.hearing }, await log.head(), listeners(core), following.signal)
  stops.push(async () => {
    following.abort()
    await followed
    await log.close()
    await vault.close()
  })
  return core
}

const callOf = (key: string | undefined, correlationId: string): Call => ({ ...world.call(key), correlationId })

/** Many clients at once, each with a few commands at a time, some of them sent to several processes under one key. */
async function race(draw: () => Send, lots: Lots): Promise<Sending[]> {
  const sent: Sending[] = []
  let seen = await command.core.log.head()

  async function sendTo(core: Core | undefined, send: Send, key: string | undefined): Promise<void> {
    if (core === undefined) throw new Error('there are two')
    const sending: Sending = { send, key, correlationId: randomUUID(), from: seen, to: seen }
    sent.push(sending)
    try {
      const told = await send(core, callOf(key, sending.correlationId))
      sending.told = told
      if (told.ok && told.position !== undefined && told.position > seen) seen = told.position
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof RefusedAsAWhole)) throw error
      // Contention alone must not let anybody down.
      if (error.message.includes('moved on')) throw error
    }
    sending.to = await command.core.log.head()
  }

  async function step(): Promise<void> {
    const send = draw()
    const key = lots.happens(0.6) ? randomUUID() : undefined
    const copies = Array.from({ length: key === undefined ? 1 : lots.between(1, 3) }, () => cores[lots.between(0, 1)])
    await Promise.all(copies.map((core) => sendTo(core, send, key)))
  }

  async function client(): Promise<void> {
    for (let n = 0; n < ROUNDS; n += 1) {
      await Promise.all(Array.from({ length: AT_ONCE }, step))
      if (lots.happens(0.05)) line.reset()
    }
  }

  await Promise.all(Array.from({ length: CLIENTS }, client))
  return sent
}

const isStored = (told: Told | undefined) => told?.ok === true && told.position !== undefined
const ofStream = (wanted: string) => history.filter(({ stream }) => stream === wanted)

/** The stream's fold as the log has it, up to this revision. */
function foldOf(stream: string, revision: bigint) {
  const { folding } = command.core.schedules
  const fold = emptyFold(stream, folding)
  for (const recorded of ofStream(stream)) if (recorded.revision <= revision) applyRecorded(fold, folding, recorded)
  return fold
}

/** Whether a process that knew the log as it was then would have said the same, without writing anything. */
async function wouldBeTold({ send, told }: Sending, position: bigint): Promise<boolean> {
  const then = coreAsOf(
    command.core,
    history.filter((recorded) => recorded.position <= position),
  )
  try {
    const again = await send(then, callOf(undefined, randomUUID()))
    return (again.ok ? undefined : again.refusal.code) === (told?.ok === false ? told.refusal.code : undefined)
  } catch (error) {
    if (error instanceof WouldWrite) return false
    throw error
  }
}

async function wasSo(sending: Sending): Promise<boolean> {
  for (let position = sending.from; position <= sending.to; position += 1n) {
    if (await wouldBeTold(sending, position)) return true
  }
  return false
}

describe('decisions of two processes on the same vehicles, behind a log that loses what is sent to it', () => {
  it('are in the log once when they are acknowledged, and never when somebody was told otherwise', () => {
    const written = Map.groupBy(history, ({ metadata }) => metadata.$correlationId ?? '')
    const same = Map.groupBy(sendings, ({ key, correlationId }) => key ?? correlationId)
    expect(sendings.some(({ told }) => isStored(told))).toBe(true)
    for (const copies of same.values()) {
      const stored = copies.filter(({ correlationId }) => written.has(correlationId))
      expect(stored.length).toBeLessThan(2)
      const last = written.get(stored[0]?.correlationId ?? '')?.at(-1)
      const wrong = copies.filter(({ told, correlationId }) => {
        if (told === undefined) return false
        const isTold = told.ok && told.position !== undefined
        return isTold ? told.position !== last?.position : written.has(correlationId)
      })
      expect(wrong).toEqual([])
    }
  })

  it('are refused, or need nothing written, for what was in the log at some time between question and answer', async () => {
    // A licence of somebody else is known to the vault, not to the log.
    const byTheLog = ({ told }: Sending) =>
      told?.ok === true || (told?.ok === false && told.refusal.code !== 'licence-unknown')
    const unwritten = sendings.filter((sending) => byTheLog(sending) && !isStored(sending.told))
    expect(unwritten.length).toBeGreaterThan(0)
    const hearsay: Sending[] = []
    for (const sending of unwritten) if (!(await wasSo(sending))) hearsay.push(sending)
    expect(hearsay).toEqual([])
  })

  it('never let a vehicle twice on one day', () => {
    for (const stream of streams) {
      for (const { revision } of ofStream(stream)) {
        const { approved, blocks } = foldOf(stream, revision).state
        const held: Period[] = [...approved, ...Array.from(blocks, daysOfBlock)]
        expect(held.filter((one, n) => held.slice(n + 1).some((other) => overlaps(one, other)))).toEqual([])
      }
    }
  })

  it('are in memory as they are in the log, and nothing is kept of what was under way', async () => {
    for (const { schedules } of cores) {
      for (const stream of streams) {
        const last = ofStream(stream).at(-1)?.revision
        const fold = () => schedules.peek(stream)
        await expect.poll(() => fold()?.revision ?? last).toBe(last)
        const kept = fold()
        // Forgotten it may be, when nobody could say what became of an append.
        expect(kept).toEqual(kept === undefined ? undefined : foldOf(stream, kept.revision))
        expect(schedules.aheads.foldOf(stream)).toBeUndefined()
      }
    }
  })

  it('answer as the first time when they are sent again, to whichever process', async () => {
    const again = sendings.flatMap(({ send, key, told }) => {
      if (key === undefined || !isStored(told)) return []
      return cores.map(async (core) => {
        expect(await send(core, callOf(key, randomUUID()))).toEqual({ ...told, replayed: true })
      })
    })
    await Promise.all(again)
    expect(await world.events()).toHaveLength(history.length)
  })
})
