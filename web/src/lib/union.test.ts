import { expect, it } from 'vitest'
import { union } from './union.ts'

const row = (id: string, createdAt = '2026-11-21T08:00:00Z', said = '') => ({ id, createdAt, said })
const old = row('old', '2025-01-01T08:00:00Z')

it('of what is in two answers the first counts, and the newest comes first', () => {
  const newer = row('newer', '2026-11-22T08:00:00.000Z')
  const known = [row('one', undefined, 'by now')]
  const all = union(known, [newer, row('one', undefined, 'some time ago')], [old, newer])
  expect(all.map(({ id }) => id)).toEqual(['newer', 'one', 'old'])
  expect(all[1]?.said).toBe('by now')
})

it('what was made in one instant stays as the server has it', () => {
  const twins = ['1', '2', '3'].map((id) => row(id))
  expect(union(twins)).toEqual(twins)
  expect(union(twins.slice(0, 2), twins, [old])).toEqual([...twins, old])
})

it('what adds nothing leaves the list as it is: no row is looked at again for it', () => {
  const known = [row('one'), old]
  expect(union(known)).toBe(known)
  expect(union(known, [row('one')], [])).toBe(known)
})
