import { expect, it } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { Day, DayAsked, day } from './date.ts'
import { plainWords } from './plain-words.ts'

const SAID = 'A real day like 2026-12-08, without a time'

it.each(['2026-02-30', '2026-13-01', '2026-12-08T10:00:00Z', '8 December', '08/12/2026'])(
  '%s is refused in words that are true of a day that does not exist, of a time and of another form',
  (text) => {
    for (const schema of [Day, DayAsked, day('A day is required')]) {
      const [issue] = safeParse(schema, text, { error: plainWords }).error?.issues ?? []
      expect(issue?.message).toBe(SAID)
    }
  },
)

it('the year 0, which no calendar of ours has, is refused in the same words', () => {
  expect(safeParse(DayAsked, '0000-12-31', { error: plainWords }).error?.issues[0]?.message).toBe(SAID)
})
