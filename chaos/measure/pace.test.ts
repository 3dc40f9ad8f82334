import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { failuresInWords, keepPace, row } from './pace.ts'

it('what is judged by a percentile of few waits is not judged by the longest of them', () => {
  const waits = [...Array(20).keys()]
  expect(row('desk', { asked: 20, dropped: [], waits, failures: new Map() }, 1)).toMatchObject({
    'p50 ms': 9,
    'p95 ms': 18,
  })
})

it('what was left out, as too many were under way, is told of with its time', async () => {
  const paced = await keepPace({
    perSecond: 100,
    seconds: 0.2,
    atOnce: 1,
    stop: new AbortController().signal,
    ask: async (number) => {
      await delay(number === 0 ? 100 : 0)
      return undefined
    },
  })
  const { dropped } = paced
  expect(paced.asked + dropped.length).toBe(20)
  expect(failuresInWords(paced)).toEqual([
    expect.stringMatching(new RegExp(`^${dropped.length} × left out, .*, from 0.0 to 0\\.\\d s after the beginning$`)),
  ])
})

it.each([
  ['while it asks', 6_000],
  ['while answers are waited for', 3],
])('whoever is stopped %s asks nothing more, waits for no answer and has no figures', async (_when, requests) => {
  const stopping = new AbortController()
  const reason = new Error('stopped')
  let asked = 0
  const pace = keepPace({
    perSecond: 100,
    seconds: requests / 100,
    atOnce: 1_000,
    stop: stopping.signal,
    ask: async () => {
      asked += 1
      if (asked === 3) setImmediate(() => stopping.abort(reason))
      return await new Promise<never>(() => {})
    },
  })
  await expect(pace).rejects.toBe(reason)
  expect(asked).toBeLessThan(1_000)
})
