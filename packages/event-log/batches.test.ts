import { describe, expect, it } from 'vitest'
import { type Batch, batches } from './batches.ts'
import type { CaughtUp, Checkpoint, Position, Recorded } from './port.ts'

const event = (n: number): Recorded => ({
  kind: 'event',
  stream: 'rent.test-1',
  revision: BigInt(n),
  position: BigInt(n) as Position,
  id: `id-${n}`,
  type: 'Tested',
  data: '{}',
  metadata: {},
  recordedAt: new Date(0),
})
const checkpoint = (n: number): Checkpoint => ({ kind: 'checkpoint', position: BigInt(n) as Position })

async function* delivered(...items: (Recorded | Checkpoint | CaughtUp | Promise<void>)[]) {
  for (const item of items) {
    if (item instanceof Promise) await item
    else yield item
  }
}

const seen = (batch: Batch) => [batch.events.map(({ position }) => Number(position)), Number(batch.position)]

describe('batches of what a reader follows', () => {
  it('holds all that is there, in order, and no more than its size', async () => {
    const all = await Array.fromAsync(batches(delivered(event(1), event(2), event(3), event(4), event(5)), { size: 2 }))
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
    let release = () => {}
    const later = new Promise<void>((resolve) => {
      release = resolve
    })
    const reader = batches(delivered(event(1), later, event(2)))
    expect(seen((await reader.next()).value as Batch)).toEqual([[1], 1])
    release()
    expect(seen((await reader.next()).value as Batch)).toEqual([[2], 2])
  })

  it('passes on a failure of its source', async () => {
    async function* broken() {
      yield event(1)
      throw new Error('gone')
    }
    await expect(Array.fromAsync(batches(broken()))).rejects.toThrow('gone')
  })
})
