import { describe, expect, it } from 'vitest'
import { trueUntil } from './freshness.ts'

const [answered, heard] = [new Date(2026, 10, 21, 9, 42).getTime(), new Date(2026, 10, 21, 9, 50).getTime()]
const answer = { dataUpdatedAt: answered, isInvalidated: false, status: 'success' } as const

describe('what is shown is known to be true', () => {
  it.each([
    ['up to the last word of the server, which has not said otherwise', answer, heard, heard],
    ['from its answer on, when that is later than the last word', { ...answer, dataUpdatedAt: heard }, answered, heard],
    ['up to its answer, when nobody listens', answer, undefined, answered],
    ['up to its answer, when the server has said that it changed', { ...answer, isInvalidated: true }, heard, answered],
    ['up to its answer, when it could not be asked for again', { ...answer, status: 'error' }, heard, answered],
  ] as const)('%s', (_, state, heardAt, until) => expect(trueUntil(state, heardAt)).toBe(until))
})
