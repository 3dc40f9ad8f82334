import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { markOf } from './mark.ts'

const key = (byte: number) => createSecretKey(Buffer.alloc(32, byte))

test('a mark tells one text from another, for one person and one place', () => {
  const mark = markOf(key(1), 'booking 1', 'Paid in cash')
  expect(markOf(key(1), 'booking 1', 'Paid in cash')).toBe(mark)
  expect(markOf(key(1), 'booking 1', 'Paid by card')).not.toBe(mark)
  expect(markOf(key(1), 'booking 2', 'Paid in cash')).not.toBe(mark)
  expect(markOf(key(2), 'booking 1', 'Paid in cash')).not.toBe(mark)
  expect(mark).not.toContain('Paid')
})

test('no text has no mark', () => {
  expect(markOf(key(1), 'booking 1', '')).toBe('')
})
