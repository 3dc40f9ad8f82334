import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const PROGRAM = fileURLToPath(new URL('testing/after-a-burst.ts', import.meta.url))
const Heap = z.object({ before: z.number(), after: z.number(), times: z.int(), collections: z.int() })

async function heapOf(way = 'rest', ...flags: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, PROGRAM, way])
  return Heap.parse(JSON.parse(stdout))
}

describe('the memory of a process that has been busy', () => {
  it('is given back once it does nothing more, and not again', async () => {
    const { before, after, times } = await heapOf()
    expect(before).toBeGreaterThan(64 * 2 ** 20)
    expect(after).toBeLessThan(before / 4)
    expect(times).toBe(1)
  })

  it('is left alone while it works, since it would stand still for that', async () => {
    expect((await heapOf('busy')).times).toBe(0)
  })

  it('is left alone while something is done now and then: what was compiled for speed would go with it', async () => {
    expect((await heapOf('now-and-then')).times).toBe(0)
  })

  it('is left alone after it was stopped, as if it had been at rest all the while', async () => {
    expect((await heapOf('stopped')).times).toBe(0)
  })

  it('is left alone by V8 as well, which takes eight seconds between two customers for the end of the day', async () => {
    // It looks twice, eight seconds after the first time, which alone is another one here.
    expect((await heapOf('pause', '--gc-memory-reducer-start-delay-ms=300')).collections).toBe(0)
  })
})
