import { afterEach, beforeEach, vi } from 'vitest'
import { refuseAll, stored } from './in-memory.ts'

/**
 * Before each test of the file it is this time, and after it the device has forgotten everything.
 * @param now in milliseconds since 1970
 * @param database the one that the tests write
 */
export function at(now: number, database: string): void {
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
  })
  afterEach(() => {
    refuseAll(false)
    stored(database).clear()
    vi.useRealTimers()
  })
}
