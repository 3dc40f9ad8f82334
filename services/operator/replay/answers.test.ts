import { expect, it } from 'vitest'
import { changesBetween, masked } from './answers.ts'

it('that a telephone number has changed is said, also where both look alike with a mask on', () => {
  const [before, after] = ['07700900123', '07700900999'].map((phone) => [{ id: 'c1', name: 'Ada Byron', phone }])
  const shown = { earlier: masked(before, 'customers'), later: masked(after, 'customers') }
  expect(changesBetween(before, after, shown)).toEqual([{ path: 'c1.phone', before: '0•••', after: '0•••' }])
  expect(changesBetween(before, before, { earlier: shown.earlier, later: shown.earlier })).toEqual([])
})
