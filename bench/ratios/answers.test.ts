import { expect, it } from 'vitest'
import { outline } from './answers.ts'

it('takes two answers for the same that differ in ids and times alone', () => {
  const [ours, theirs] = [
    [{ id: 'a', at: '2026-01-01', amount: 3, note: null }, { id: 'b' }],
    [{ note: null, amount: 3, at: '2026-02-02', id: 'c' }, { id: 'd' }],
  ]
  expect(outline(ours)).toBe(outline(theirs))
})

it('tells answers apart by how many rows they have, by their members and by their numbers', () => {
  const row = { id: 'a', amount: 3 }
  const others = [
    [],
    [row],
    [row, row, row],
    [{ ...row, amount: 4 }, row],
    [{ id: 'a' }, row],
    [{ ...row, id: null }, row],
  ]
  for (const other of others) expect(outline(other)).not.toBe(outline([row, row]))
})
