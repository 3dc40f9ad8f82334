import { afterEach, expect, test, vi } from 'vitest'
import { today } from './dates.ts'
import { followClock } from './use-today.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a desk that is left open over night, or asleep, turns to the next day', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T23:59:30Z') })
  const page = new EventTarget()
  vi.stubGlobal('document', page)
  const seen: string[] = []
  const stop = followClock(() => seen.push(today('Europe/London')))
  vi.advanceTimersByTime(60_000)
  vi.setSystemTime(Date.parse('2026-11-25T07:00:00Z'))
  page.dispatchEvent(new Event('visibilitychange'))
  expect(seen).toEqual(['2026-11-22', '2026-11-25'])
  stop()
  vi.advanceTimersByTime(600_000)
  expect(seen).toHaveLength(2)
})
