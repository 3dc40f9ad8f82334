import { randomUUID } from 'node:crypto'
import { nameClaimDecider } from '@forecourt/domain/name-claim/decider.ts'
import * as events from '@forecourt/domain/name-claim/events.ts'
import { loginClaimStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createWorld, type Running, type World } from '../testing/world.ts'
import { begin } from './begin.ts'
import type { Core } from './core.ts'
import { foldingOf } from './folding.ts'
import { createFolds } from './folds.ts'
import { createHearing } from './hearing.ts'
import { run } from './run.ts'

let world: World
let command: Running

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
})
afterAll(() => world.stop())

/** Of somebody who hears of everything, whatever the time. */
function hears() {
  const hearing = createHearing(() => 0)
  hearing.heard()
  return hearing
}

/** Folds of names that may weigh little, on a log of which we hear when it is read. */
function small(most: number, hearing = hears()) {
  const log = { ...command.core.log }
  const read = vi.spyOn(log, 'read')
  const names = createFolds(log, foldingOf(nameClaimDecider, events), most, hearing)
  const core: Core = { ...command.core, log, names }
  /** A command with a key of its own: the fold remembers it. */
  const claim = (stream: string, type: 'claim' | 'release') => {
    const call = world.call(randomUUID())
    const begun = begin(core, call, { stream, tenantId: undefined, resource: stream, asked: type })
    const asked = { type, kind: 'login', ownerId: 'owner' } as const
    return run(core, names, nameClaimDecider, begun, asked, { answer: () => null })
  }
  const grow = async (stream: string, commands: number) => {
    for (let i = 0; i < commands; i += 1) await claim(stream, i % 2 === 0 ? 'claim' : 'release')
  }
  return { names, read, grow }
}

const stream = () => loginClaimStream(randomUUID().replaceAll('-', ''))

describe('folds in memory', () => {
  it('keep the one that was used last, even when it alone outweighs all that may be kept', async () => {
    const { names, read, grow } = small(10)
    const giant = stream()
    await grow(giant, 40)
    read.mockClear()
    await names.load(giant)
    await grow(giant, 4)
    await names.load(giant)
    expect(read).not.toHaveBeenCalled()
  })

  it('weigh what they hold, also what they have come to hold since: the others go', async () => {
    const { names, grow } = small(40)
    const [first, second, third] = [stream(), stream(), stream()]
    await grow(first, 2)
    await grow(second, 2)
    expect([names.peek(first), names.peek(second)]).not.toContain(undefined)
    await grow(third, 34)
    expect(names.peek(first)).toBeUndefined()
    expect(names.peek(third)?.commands.size).toBe(34)
    await names.load(first)
    expect(names.peek(first)).toBeDefined()
  })

  it('weigh what other processes have written, too', async () => {
    const { names, grow } = small(40)
    const [first, second] = [stream(), stream()]
    await grow(first, 2)
    await grow(second, 2)
    const elsewhere = small(1000)
    await elsewhere.grow(second, 60)
    for await (const recorded of command.core.log.read(second)) names.absorb(recorded)
    expect(names.peek(second)?.commands.size).toBe(62)
    expect(names.peek(first)).toBeUndefined()
  })

  it('are read on before anybody goes by them while nothing is heard of what others write', async () => {
    const hearing = hears()
    const { names, read, grow } = small(100, hearing)
    const [one, elsewhere] = [stream(), small(100)]
    await grow(one, 1)
    hearing.interrupt()
    // Claimed again nothing is written; released and claimed it is.
    await elsewhere.grow(one, 3)
    expect((await names.load(one)).commands.size).toBe(3)
    hearing.heard()
    read.mockClear()
    await names.load(one)
    expect(read).not.toHaveBeenCalled()
  })
})
