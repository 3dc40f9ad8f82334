import { describe, expect, it } from 'vitest'
import { createHearing } from './hearing.ts'

/** Somebody who hears by a clock that the test moves. */
function atClock() {
  let now = 5_000
  const hearing = createHearing(() => now)
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { hearing, pass }
}

describe('whoever hears of what others write', () => {
  it('hears of nothing before the log was read to its end', () => {
    const { hearing } = atClock()
    expect(hearing.isInterrupted).toBe(true)
    hearing.heard()
    expect(hearing.isInterrupted).toBe(false)
  })

  it('hears of nothing from an interruption on, until it has heard of everything', () => {
    const { hearing } = atClock()
    hearing.heard()
    hearing.interrupt()
    expect(hearing.isInterrupted).toBe(true)
    hearing.heard()
    expect(hearing.isInterrupted).toBe(false)
  })

  it('hears of nothing either when nothing came for as long as two looks take', () => {
    const { hearing, pass } = atClock()
    hearing.heard()
    pass(2_500)
    expect(hearing.isInterrupted).toBe(false)
    pass(1)
    expect(hearing.isInterrupted).toBe(true)
    hearing.heard()
    expect(hearing.isInterrupted).toBe(false)
  })
})
