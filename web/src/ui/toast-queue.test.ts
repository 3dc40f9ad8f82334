import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DISPLAY, toast, toastQueue } from './toast-queue.ts'
import { undoToast } from './undo-toast.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  toastQueue.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** As the region does that shows it. */
const begin = () => {
  for (const { timer, timeout = 0 } of toastQueue.visibleToasts) timer?.reset(timeout)
}
const isShown = () => toastQueue.visibleToasts.length > 0

/** The next timer, which is over by now, is looked at so many milliseconds late. */
function standStill(milliseconds: number): void {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
  vi.advanceTimersToNextTimer()
}

it('a toast is shown for its time, and then no timer is left', () => {
  toast('Saved')
  begin()
  vi.advanceTimersByTime(DISPLAY - 1)
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isShown()).toBe(false)
  expect(vi.getTimerCount()).toBe(0)
})

it('a page that stood still shows its toast for the whole time again: nobody has seen it', () => {
  toast('Saved')
  begin()
  standStill(4_000)
  vi.advanceTimersByTime(DISPLAY - 1)
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isShown()).toBe(false)
})

it('what the pointer or the focus holds is not let go for that', () => {
  toast('Saved')
  begin()
  toastQueue.pauseAll()
  standStill(4_000)
  vi.advanceTimersByTime(60_000)
  expect(isShown()).toBe(true)
  toastQueue.resumeAll()
  vi.advanceTimersByTime(DISPLAY)
  expect(isShown()).toBe(false)
})

it('what is not shown yet does not begin by that', () => {
  toast('Saved')
  standStill(4_000)
  vi.advanceTimersByTime(60_000)
  expect(isShown()).toBe(true)
})

it('what can be undone is not shown for longer: the time for that has gone by', () => {
  undoToast('Approved', () => undefined)
  begin()
  standStill(4_000)
  vi.advanceTimersByTime(DISPLAY - 500)
  expect(isShown()).toBe(false)
})
