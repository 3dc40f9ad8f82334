import { expect, it } from 'vitest'
import { row } from './pace.ts'

it('what is judged by a percentile of few waits is not judged by the longest of them', () => {
  const waits = [...Array(20).keys()]
  expect(row('desk', { asked: 20, dropped: 0, waits, failures: new Map() }, 1)).toMatchObject({
    'p50 ms': 9,
    'p95 ms': 18,
  })
})
