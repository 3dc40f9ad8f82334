import { type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { APART, BATCH, Inbox } from './inbox.ts'

function at(number: number): Position {
  const position = parsePosition(String(number))
  if (position === undefined) throw new Error('not a position')
  return position
}

const event = (number: number): Recorded => ({
  kind: 'event',
  stream: 'rent.test-1',
  revision: BigInt(number),
  position: at(number),
  id: String(number),
  type: 'Tested',
  data: '{}',
  metadata: {},
  recordedAt: new Date(0),
})

/** A log that goes on by hand. */
class Source {
  #next = Promise.withResolvers<Recorded | undefined>()
  async *[Symbol.asyncIterator](): AsyncGenerator<Recorded> {
    for (;;) {
      const item = await this.#next.promise
      if (item === undefined) return
      this.#next = Promise.withResolvers()
      yield item
    }
  }
  push(item: Recorded | undefined): void {
    this.#next.resolve(item)
  }
}

async function* many(count: number): AsyncGenerator<Recorded> {
  for (let number = 1; number <= count; number += 1) yield event(number)
}

/** Whether the promise is settled before the event loop turns, that is without any timer. */
async function atOnce(work: Promise<unknown>): Promise<boolean> {
  const turned = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)))
  return await Promise.race([work.then(() => true), turned])
}

/** Longer than a lone event is held back, in milliseconds. */
const A_LITTLE = 20

/** An inbox whose time passes by hand. */
function slowly() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  // The first moments of a clock are none after a pause.
  vi.advanceTimersByTime(10 * APART)
  onTestFinished(() => void vi.useRealTimers())
  const inbox = new Inbox()
  const source = new Source()
  const filling = inbox.receive(source)
  onTestFinished(async () => {
    source.push(undefined)
    await filling
  })
  return { inbox, source }
}

/** What comes of it once the time has passed for which a lone event is held back. */
async function soon<Result>(work: Promise<Result>): Promise<Result> {
  await vi.advanceTimersByTimeAsync(A_LITTLE)
  return await work
}

describe('the projector’s inbox', () => {
  it('gives full batches in order, then what is left, then nothing', async () => {
    const inbox = new Inbox()
    const filling = inbox.receive(many(BATCH * 2 + 10))
    const sizes: number[] = []
    let from = at(0)
    for (let batch = await inbox.take(from); batch !== undefined; batch = await inbox.take(from)) {
      expect(batch.events[0]?.position).toBe(from + 1n)
      from = batch.through
      sizes.push(batch.events.length)
    }
    expect(sizes).toEqual([BATCH, BATCH, 10])
    await filling
  })

  it('gathers for longer while events keep coming', async () => {
    const inbox = new Inbox()
    const source = new Source()
    const filling = inbox.receive(source)
    const taken: number[] = []
    for (let number = 1; number <= 3; number += 1) {
      source.push(event(number))
      expect((await inbox.take(at(number - 1)))?.through).toBe(BigInt(number))
      taken.push(performance.now())
    }
    const [first = 0, second = 0, third = 0] = taken
    // Timers may fire a moment early.
    expect(second - first).toBeGreaterThan(APART - 2)
    expect(third - second).toBeGreaterThan(APART - 2)
    source.push(undefined)
    await filling
  })

  it('holds a lone event back for some milliseconds, but not when somebody waits for it', async () => {
    const inbox = new Inbox()
    const source = new Source()
    const filling = inbox.receive(source)
    source.push(event(1))
    const heldBack = inbox.take(at(0))
    expect(await atOnce(heldBack)).toBe(false)
    expect((await heldBack)?.through).toBe(1n)

    inbox.hurry(2n)
    source.push(event(2))
    expect(await atOnce(inbox.take(at(1)))).toBe(true)
    source.push(undefined)
    expect(await inbox.take(at(2))).toBeUndefined()
    await filling
  })

  it('forgets a wish for what nobody ever writes after its time, whatever else was wished for meanwhile', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const inbox = new Inbox()
    const source = new Source()
    const filling = inbox.receive(source)
    inbox.hurry(10n ** 9n)
    vi.advanceTimersByTime(1_500)
    inbox.hurry(1n)
    vi.advanceTimersByTime(1_500)
    source.push(event(2))
    const heldBack = inbox.take(at(1))
    expect(await atOnce(heldBack)).toBe(false)
    source.push(undefined)
    expect((await heldBack)?.through).toBe(2n)
    await filling
  })

  it('has the log looked at for the next batch and not before, unless somebody waits for what has not come', async () => {
    const { inbox, source } = slowly()
    source.push(event(1))
    expect((await soon(inbox.take(at(0))))?.through).toBe(1n)
    const resting = inbox.rest()
    await vi.advanceTimersByTimeAsync(APART - 2 * A_LITTLE)
    expect(await atOnce(resting)).toBe(false)
    await vi.advanceTimersByTimeAsync(2 * A_LITTLE)
    expect(await atOnce(resting)).toBe(true)

    source.push(event(2))
    expect((await soon(inbox.take(at(1))))?.through).toBe(2n)
    const interrupted = inbox.rest()
    await vi.advanceTimersByTimeAsync(APART / 2)
    // That lies here already.
    expect(inbox.hurry(2n)).toBe(false)
    expect(await atOnce(interrupted)).toBe(false)
    expect(inbox.hurry(3n)).toBe(true)
    expect(await atOnce(interrupted)).toBe(true)
  })

  it('gives all that a look has brought together to whoever waits for the last of it', async () => {
    const inbox = new Inbox()
    const asked = Promise.withResolvers<void>()
    const filling = inbox.receive(
      (async function* () {
        yield event(1)
        await asked.promise
        yield* [event(2), event(3), event(4)]
      })(),
    )
    await inbox.take(at(0))
    const awaited = inbox.take(at(1))
    inbox.hurry(4n)
    asked.resolve()
    expect((await awaited)?.events).toHaveLength(3)
    await filling
  })

  it('gives a batch that is due as soon as a look has brought whatever there is', async () => {
    const { inbox, source } = slowly()
    source.push(event(1))
    await soon(inbox.take(at(0)))
    source.push(event(2))
    const second = inbox.take(at(1))
    await vi.advanceTimersByTimeAsync(APART)
    expect(await atOnce(second)).toBe(false)
    source.push(event(3))
    expect(await atOnce(second)).toBe(false)
    void inbox.rest()
    expect(await atOnce(second)).toBe(true)
    expect((await second)?.through).toBe(3n)
  })

  it('gives what came before a failure, then throws it', async () => {
    const inbox = new Inbox()
    const filling = inbox.receive(
      (async function* () {
        yield event(1)
        throw new Error('the log is gone')
      })(),
    )
    expect((await inbox.take(at(0)))?.events).toHaveLength(1)
    await expect(inbox.take(at(1))).rejects.toThrow('the log is gone')
    await filling
  })

  it('reads no further ahead than it must, and lets go when it is closed', async () => {
    let read = 0
    const inbox = new Inbox()
    const filling = inbox.receive(
      (async function* () {
        for await (const item of many(BATCH * 10)) {
          read += 1
          yield item
        }
      })(),
    )
    await expect.poll(() => read).toBe(BATCH * 2)
    inbox.close()
    await filling
    expect(read).toBeLessThanOrEqual(BATCH * 2 + 1)
  })
})
