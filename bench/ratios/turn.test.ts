import { expect, it } from 'vitest'
import { watchProcesses } from './turn.ts'

const [one, other] = [
  { pid: 7, startedAt: 'then' },
  { pid: 8, startedAt: 'then' },
]

it('knows that a process has ended since, whether it is there again or not, and that all are who they were', () => {
  let now = [one, other]
  const endedMeanwhile = watchProcesses({ name: 'forecourt', processes: () => now })
  now = [other, one]
  expect(endedMeanwhile()).toBeUndefined()
  for (const less of [[one], [one, { pid: 9, startedAt: 'now' }], [{ ...one, startedAt: 'now' }, other]]) {
    now = less
    expect(endedMeanwhile()).toBe('a process of forecourt has ended in between')
  }
})
