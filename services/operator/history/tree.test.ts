import { expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { linesOf } from './tree.ts'

const entry = (eventId: string, cause: string | null, sentence: string): Entry => ({
  position: eventId,
  eventId,
  stream: 'rent.schedule-1',
  type: 'Something',
  at: `2026-03-03T10:00:0${eventId}.500Z`,
  sentence,
  who: { kind: 'system', id: 'system' },
  request: '0b1f5a52-6c1e-4b43-9c59-0a1c2f3e4d5b',
  cause,
  personal: eventId === '1' ? { notes: 'two\nlines' } : null,
})

it('what a fact caused stands beneath it, whenever it happened', () => {
  const lines = linesOf(
    [
      entry('1', null, 'Asked for'),
      entry('2', null, 'Approved'),
      entry('3', '1', 'Mailed'),
      entry('4', '3', 'Bounced'),
    ],
    () => 'the platform',
  )
  expect(lines).toEqual([
    '2026-03-03 10:00:01 UTC  Asked for',
    '                         the platform · request 0b1f5a52 · position 1',
    '                         notes: two / lines',
    '2026-03-03 10:00:03 UTC  └─ Mailed',
    '                            the platform · request 0b1f5a52 · position 3',
    '2026-03-03 10:00:04 UTC     └─ Bounced',
    '                               the platform · request 0b1f5a52 · position 4',
    '2026-03-03 10:00:02 UTC  Approved',
    '                         the platform · request 0b1f5a52 · position 2',
  ])
})
