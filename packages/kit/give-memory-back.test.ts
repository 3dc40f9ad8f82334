import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const PROGRAM = fileURLToPath(new URL('testing/after-a-burst.ts', import.meta.url))
const Heap = z.object({ before: z.number(), after: z.number(), times: z.int() })

async function heapOf(...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args])
  return Heap.parse(JSON.parse(stdout))
}

describe('the memory of a process that has been busy', () => {
  it('is given back once it does nothing more, and not again', async () => {
    const { before, after, times } = await heapOf()
    expect(before).toBeGreaterThan(64 * 2 ** 20)
    expect(after).toBeLessThan(before / 4)
    expect(times).toBe(1)
  })

  it('is given back although something is done by the clock all the while', async () => {
    const { before, after, times } = await heapOf('by-the-clock')
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

  it('is left alone when there was work in the middle of a long rest, however little in the mean', async () => {
    expect((await heapOf('work-again')).times).toBe(0)
  })
})
