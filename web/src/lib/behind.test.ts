import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { get, send } from './api.ts'
import { behindSince, onBehind } from './behind.ts'

const Rows = z.array(z.string())
const NEW = { ETag: '"1"' }
const OLD = { 'X-Stale': 'true' }

/** What the server says next to a question, and the positions that it was asked for. */
let next: Record<string, string> = NEW
let written: Record<string, string> = {}
/** Answers to questions come when this is over. */
let held = Promise.resolve()
const asked: (string | null)[] = []

const ask = async () => await get(Rows, '/api/admin/bookings')
async function write(position: string) {
  written = { 'X-Log-Position': position }
  await send(Rows, 'PUT', '/api/admin/bookings/one')
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (_path: string, { method, headers }: RequestInit) => {
    if (method !== 'GET') return Response.json([], { headers: written })
    asked.push(new Headers(headers).get('X-Log-Position'))
    await held
    return Response.json(['Ada'], { headers: next })
  })
})
afterEach(async () => {
  next = NEW
  await ask()
  vi.unstubAllGlobals()
  asked.length = 0
})

describe('the screens', () => {
  it('are behind from an answer that is older than what was written until one that holds it', async () => {
    await ask()
    expect(behindSince()).toBeUndefined()
    await write('7')
    next = OLD
    await ask()
    expect(behindSince()).toBeGreaterThan(0)
    next = NEW
    await ask()
    expect(behindSince()).toBeUndefined()
  })

  it('are asked for up to what was written, until an answer holds it', async () => {
    await write('7')
    next = OLD
    await ask()
    next = NEW
    for (const _ of [1, 2]) await ask()
    expect(asked).toEqual(['7', '7', null])
  })

  it('are asked for up to the last that was written, whatever is sent again meanwhile and answered as the first time', async () => {
    await write('10')
    await write('9')
    await ask()
    expect(asked).toEqual(['10'])
  })

  it('owe nothing for ever: a log that was restored may never come so far', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await write('7')
    next = OLD
    await ask()
    vi.advanceTimersByTime(5 * 3_600_000)
    next = NEW
    await ask()
    vi.useRealTimers()
    expect(asked).toEqual(['7', null])
    expect(behindSince()).toBeUndefined()
  })

  it('stay behind when an answer knows of less than was written meanwhile', async () => {
    await write('7')
    next = OLD
    await ask()
    next = NEW
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    const earlier = ask()
    await write('9')
    resolve()
    await earlier
    expect(behindSince()).toBeGreaterThan(0)
    await ask()
    expect(behindSince()).toBeUndefined()
  })

  it('stay behind when something answers that has no rows', async () => {
    await write('7')
    next = OLD
    await ask()
    next = {}
    await ask()
    expect(behindSince()).toBeGreaterThan(0)
  })

  it('are behind also by what another tab has written', async () => {
    const tell = vi.fn<() => void>()
    const stop = onBehind(tell)
    next = OLD
    await ask()
    expect(behindSince()).toBeGreaterThan(0)
    expect(tell).toHaveBeenCalledTimes(1)
    stop()
  })
})
