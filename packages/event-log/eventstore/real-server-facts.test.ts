import { randomUUID } from 'node:crypto'
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  BACKWARDS,
  DeadlineExceededError,
  END,
  type EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  START,
  STREAM_EXISTS,
  streamNameFilter,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from './connection.ts'
import { DEADLINES } from './deadlines.ts'
import { fakeServer } from './testing/fake-server.ts'
import { onRealServer } from './testing/on-real-server.ts'
import type { ServerUnderTest } from './testing/server-under-test.ts'

/**
 * What the adapter relies on and the client's manual does not say. Each was seen on a real server first; running the same
 * tests on both keeps the fake one honest.
 */
facts('faked 23.10', () => fakeServer(2310))
facts('faked 22.10', () => fakeServer(2210))

await onRealServer('An event store', facts)

function facts(name: string, start: () => Promise<ServerUnderTest>): void {
  describe(`An event store, ${name}`, () => {
    let server: ServerUnderTest
    let connection: ReturnType<typeof connect>
    let client: EventStoreDBClient
    const credentials = { username: 'admin', password: 'changeit' }
    beforeAll(async () => {
      server = await start()
      connection = connect(server.url, DEADLINES)
      client = connection.client
    })
    afterAll(async () => {
      await connection?.close()
      await server?.close()
    })

    const append = (
      stream: string,
      events: ReturnType<typeof event>[],
      expectedRevision: Expectation,
      deadline = 5_000,
    ) => client.appendToStream(stream, events, { credentials, expectedRevision, deadline })
    const idsIn = async (stream: string) => (await all(client.readStream(stream))).map((each) => each.event?.id)
    const follow = (from: bigint | typeof START, prefixes = ['rent.']) => follower(client, from, prefixes)

    describe('positions', () => {
      it("an append's position is its last event's, in the log and in the stream", async () => {
        const stream = fresh()
        const { position } = await append(stream, [event(), event()], NO_STREAM)
        const inStream = await all(client.readStream(stream))
        const [last] = await all(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }))
        expect(inStream.map((each) => each.event?.position?.commit)).toEqual([expect.any(BigInt), position?.commit])
        expect(last?.event?.position).toEqual(position)
      })

      it('a read of the log from a position includes it', async () => {
        const stream = fresh()
        const { position } = await append(stream, [event()], NO_STREAM)
        const [first] = await all(client.readAll({ fromPosition: known(position) }))
        expect(first?.event?.streamId).toBe(stream)
      })

      it('a read of the log ignores a filter', async () => {
        const stream = fresh()
        const { position } = await append(stream, [event()], NO_STREAM)
        const options = { fromPosition: known(position), filter: streamNameFilter({ prefixes: ['nobody'] }) }
        expect(await all(client.readAll(options))).toHaveLength(1)
      })

      it('a subscription from a position excludes it', async () => {
        const { position } = await append(fresh(), [event()], NO_STREAM)
        const next = fresh()
        await append(next, [event()], NO_STREAM)
        const subscription = follow(known(position).commit)
        await expect.poll(() => subscription.streams()).toEqual([next])
        await subscription.end()
      })

      it("a position that is no record's start ends a subscription, and a read, with UNKNOWN", async () => {
        const { position } = await append(fresh(), [event(), event()], NO_STREAM)
        const between = known(position).commit - 1n
        const subscription = follow(between)
        await expect.poll(() => subscription.error()).toBeInstanceOf(UnknownError)
        await subscription.end()
        await expect(all(client.readAll({ fromPosition: at(between) }))).rejects.toBeInstanceOf(UnknownError)
      })

      it('a position beyond the end is silently empty', async () => {
        const { position } = await append(fresh(), [event()], NO_STREAM)
        const beyond = known(position).commit + 1_000_000n
        expect(await all(client.readAll({ fromPosition: at(beyond) }))).toEqual([])
        const subscription = follow(beyond)
        await expect.poll(() => subscription.confirmed()).toBe(true)
        expect([subscription.streams(), subscription.error()]).toEqual([[], undefined])
        await subscription.end()
      })

      it('a checkpoint tells what was looked at, and a subscription from it misses nothing', async () => {
        const [wanted, unwanted] = [fresh('wanted'), fresh('unwanted')]
        const before = await append(unwanted, [event()], NO_STREAM)
        const from = known(before.position).commit
        for (let n = 0; n < 12; n += 1) {
          await append(unwanted, Array.from({ length: 20 }, event), BigInt(n * 20))
          await append(wanted, [event()], n === 0 ? NO_STREAM : BigInt(n - 1))
        }
        const whole = follow(from, ['rent.wanted-'])
        await expect.poll(() => whole.positions()).toHaveLength(12)
        expect(whole.checkpoints().length).toBeGreaterThan(0)
        for (const checkpoint of whole.checkpoints()) {
          const rest = follow(checkpoint, ['rent.wanted-'])
          await expect.poll(() => rest.positions()).toEqual(whole.positions().filter((each) => each > checkpoint))
          await rest.end()
        }
        await whole.end()
      })
    })

    it('a subscriber is told that it has caught up by servers from 23.10 on only', async () => {
      await append(fresh(), [event()], NO_STREAM)
      const subscription = follow(START)
      await expect.poll(() => subscription.streams().length).toBeGreaterThan(0)
      await expect.poll(() => subscription.caughtUp()).toBe(server.version >= 2310)
      await subscription.end()
    })

    describe('the same ids again', () => {
      it('with the old expectation answer as the first time', async () => {
        const stream = fresh()
        const events = [event(), event()]
        const first = await append(stream, events, NO_STREAM)
        await append(stream, [event()], 1n)
        expect(await append(stream, events, NO_STREAM)).toEqual(first)
        expect(await idsIn(stream)).toHaveLength(3)
      })

      it('with the current revision as expectation are stored twice', async () => {
        const stream = fresh()
        const events = [event()]
        await append(stream, events, NO_STREAM)
        await append(stream, events, 0n)
        expect(await idsIn(stream)).toEqual([events[0]?.id, events[0]?.id])
      })

      it('with new ones behind them conflict', async () => {
        const stream = fresh()
        const old = event()
        await append(stream, [old], NO_STREAM)
        await expect(append(stream, [old, event()], NO_STREAM)).rejects.toBeInstanceOf(WrongExpectedVersionError)
        expect(await idsIn(stream)).toEqual([old.id])
      })

      it('twice in one append are both stored', async () => {
        const stream = fresh()
        const one = event()
        await append(stream, [one, one], NO_STREAM)
        expect(await idsIn(stream)).toEqual([one.id, one.id])
      })
    })

    it('an empty append "succeeds", to a stream that is still not there', async () => {
      const stream = fresh()
      expect(await append(stream, [], NO_STREAM)).toMatchObject({ success: true })
      expect(
        await client.appendToStream(stream, [event()], { credentials, expectedRevision: NO_STREAM }),
      ).toMatchObject({
        nextExpectedRevision: 0n,
      })
    })

    it('a conflict comes without a message, and with a word where there is no stream', async () => {
      const conflict = await append(fresh(), [event()], 4n).catch((error: unknown) => error)
      expect(conflict).toBeInstanceOf(WrongExpectedVersionError)
      expect(conflict).toMatchObject({ message: '', actualVersion: 'no_stream', expectedVersion: 4n })
      await expect(append(fresh(), [event()], STREAM_EXISTS)).rejects.toMatchObject({ actualVersion: 'no_stream' })
    })

    describe('when its process is in trouble', () => {
      it('the same ids are known after a kill, where they were expected', async ({ skip }) => {
        const process = own(server, skip)
        const stream = fresh()
        const events = [event(), event()]
        const first = await append(stream, events, NO_STREAM)
        await process.restart()
        await expect.poll(() => append(stream, events, NO_STREAM).catch(String), PATIENT).toEqual(first)
      })

      it('with any expectation they are known until a kill only: then they are stored twice', async ({ skip }) => {
        const process = own(server, skip)
        const stream = fresh()
        const events = [event()]
        await append(stream, events, 'any')
        await append(stream, events, 'any')
        expect(await idsIn(stream)).toHaveLength(1)
        await process.restart()
        await expect.poll(() => append(stream, events, 'any').then(Boolean, () => false), PATIENT).toBe(true)
        expect(await idsIn(stream)).toHaveLength(2)
      })

      it('a stopped one leaves an append pending until its deadline', async ({ skip }) => {
        const process = own(server, skip)
        process.freeze()
        try {
          await expect(append(fresh(), [event()], NO_STREAM, 700)).rejects.toBeInstanceOf(DeadlineExceededError)
        } finally {
          process.thaw()
        }
      })

      it('a killed one fails appends and subscriptions at once, and appends reconnect by themselves', async ({
        skip,
      }) => {
        const process = own(server, skip)
        const subscription = follow(START)
        await expect.poll(() => subscription.confirmed()).toBe(true)
        await process.kill()
        await expect.poll(() => subscription.error()).toBeInstanceOf(UnavailableError)
        await expect(append(fresh(), [event()], NO_STREAM)).rejects.toBeInstanceOf(UnavailableError)
        await process.start()
        await expect.poll(() => append(fresh(), [event()], NO_STREAM).then(Boolean, () => false), PATIENT).toBe(true)
        await subscription.end()
      })
    })
  })
}

type Expectation = typeof NO_STREAM | typeof STREAM_EXISTS | 'any' | bigint

const PATIENT = { timeout: 60_000, interval: 100 }

const fresh = (kind = 'fact'): string => `rent.${kind}-${randomUUID()}`
const event = () => jsonEvent({ id: randomUUID(), type: 'Tested', data: { n: 1 } })
const at = (commit: bigint) => ({ commit, prepare: commit })

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the server did not say')
  return value
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = []
  for await (const item of source) items.push(item)
  return items
}

/** The server's process, if it is ours to stop. */
const own = ({ process }: ServerUnderTest, skip: (reason: string) => never) =>
  process ?? skip('the server is not ours to stop: set EVENTSTORE_COMMAND')

/** A plain subscription of the client, without the adapter. */
function follower(client: EventStoreDBClient, from: bigint | typeof START, prefixes: string[]) {
  const checkpoints: bigint[] = []
  const events: AllStreamResolvedEvent[] = []
  const heard = { confirmed: false, caughtUp: false, error: undefined as unknown }
  const filter = streamNameFilter({
    prefixes,
    maxSearchWindow: 32,
    checkpointInterval: 1,
    checkpointReached: async (_, { commit }) => void checkpoints.push(commit),
  })
  const subscription: AllStreamSubscription = client.subscribeToAll({
    fromPosition: typeof from === 'bigint' ? at(from) : from,
    filter,
  })
  subscription.on('data', (each: AllStreamResolvedEvent) => void events.push(each))
  subscription.on('confirmation', () => {
    heard.confirmed = true
  })
  subscription.on('caughtUp', () => {
    heard.caughtUp = true
  })
  subscription.on('error', (error: unknown) => {
    heard.error ??= error
  })
  return {
    streams: () => events.map((each) => each.event?.streamId),
    positions: () => events.flatMap((each) => (each.event?.position === undefined ? [] : [each.event.position.commit])),
    checkpoints: () => checkpoints,
    confirmed: () => heard.confirmed,
    caughtUp: () => heard.caughtUp,
    error: () => heard.error,
    end: () => subscription.unsubscribe().catch(() => {}),
  }
}
