import { describe, expect, it } from 'vitest'
import { type Batch, batches } from './batches.ts'
import { type CaughtUp, type Checkpoint, type Position, parsePosition, type Recorded } from './port.ts'

function position(n: number): Position {
  const parsed = parsePosition(String(n))
  if (parsed === undefined) throw new Error(`${n} is no position`)
  return parsed
}

const event = (n: number): Recorded => ({
  kind: 'event',
  stream: 'rent.test-1',
  revision: BigInt(n),
  position: position(n),
  id: `id-${n}`,
  type: 'Tested',
  data: '{}',
  metadata: {},
  recordedAt: new Date(0),
})
const checkpoint = (n: number): Checkpoint => ({ kind: 'checkpoint', position: position(n) })

async function* delivered(...items: (Recorded | Checkpoint | CaughtUp | Promise<void>)[]) {
  for (const item of items) {
    if (item instanceof Promise) await item
    else yield item
  }
}

const seen = (batch: Batch) => [batch.events.map((one) => Number(one.position)), Number(batch.position)]

async function nextOf(reader: AsyncGenerator<Batch>) {
  const { value, done } = await reader.next()
  return done ? undefined : seen(value)
}

async function* broken() {
  yield event(1)
  throw new Error('gone')
}

describe('batches of what a reader follows', () => {
  it('holds all that is there, in order, and no more than its size', async () => {
    const all = await Array.fromAsync(
      batches(delivered(event(1), event(2), event(3), event(4), event(5)), { size: () => 2 }),
    )
    expect(all.map(seen)).toEqual([
      [[1, 2], 2],
      [[3, 4], 4],
      [[5], 5],
    ])
  })

  it('moves with checkpoints when nothing of interest happened', async () => {
    const all = await Array.fromAsync(batches(delivered(event(1), checkpoint(7), { kind: 'caughtUp' }, checkpoint(9))))
    expect(all.map(seen)).toEqual([[[1], 9]])
  })

  it('hands over what it has when no more comes', async () => {
    const { promise: later, resolve: release } = Promise.withResolvers<void>()
    const reader = batches(delivered(event(1), later, event(2)))
    expect(await nextOf(reader)).toEqual([[1], 1])
    release()
    expect(await nextOf(reader)).toEqual([[2], 2])
  })

  it('passes on a failure of its source', async () => {
    await expect(Array.fromAsync(batches(broken()))).rejects.toThrow('gone')
  })
})
