import { describe, expect, it, test } from 'vitest'
import { draftOf, newBlock, onTopOf, readBlock, seenWork } from './draft.ts'
import { aBlock } from './testing/block.ts'

const TODAY = '2026-11-21'
const typed = (change: object = {}) => ({ from: '2026-12-14', to: '2026-12-16', kind: 'service', note: '', ...change })

test('what is typed is sent; no note is none', () =>
  expect(readBlock(typed(), TODAY)).toEqual({
    work: { from: '2026-12-14', to: '2026-12-16', kind: 'service', note: null },
  }))

describe('a new block', () => {
  it.each([
    [{ from: '' }, 'from'],
    [{ to: '' }, 'to'],
    [{ to: '2026-12-14' }, 'to'],
    [{ to: '2026-12-13' }, 'to'],
    [{ from: '2026-11-20' }, 'from'],
    [{ to: '2027-12-15' }, 'to'],
    [{ from: '2036-11-22', to: '2036-11-23' }, 'from'],
    [{ kind: 'party' }, 'kind'],
    [{ note: 'ring 07700 900123' }, 'note'],
    [{ note: 'ada@example.com knows' }, 'note'],
  ])('is refused with %j, and the field says why', (change, field) =>
    expect(readBlock(typed(change), TODAY)).toHaveProperty(['wrong', field]),
  )
  it('may be today, and a year long', () =>
    expect(readBlock(typed({ from: TODAY, to: '2027-11-21' }), TODAY)).toHaveProperty('work'))
  it('begins with the days that were chosen on the timeline, or with none', () => {
    expect(newBlock('2026-12-08', '2026-12-10')).toMatchObject({ from: '2026-12-08', to: '2026-12-10' })
    expect(newBlock('2026-12-08')).toMatchObject({ to: '2026-12-09' })
    expect(newBlock()).toMatchObject({ from: '', to: '' })
  })
})

test('a block that has begun keeps its first day, and its end is not moved into the past', () => {
  const begun = aBlock({ from: '2026-11-18', to: '2026-11-25' })
  expect(readBlock({ ...draftOf(begun), to: '2026-11-22' }, TODAY, begun)).toHaveProperty('work')
  expect(readBlock({ ...draftOf(begun), to: '2026-11-20' }, TODAY, begun)).toHaveProperty('wrong.to')
})

describe('a form that was begun before a colleague saved', () => {
  const seen = typed()
  const now = aBlock({ from: '2026-12-20', to: '2026-12-22', note: 'Bay 2' })

  it('shows what was typed, and theirs everywhere else', () =>
    expect(onTopOf(now, { ...typed({ kind: 'mot' }), seen })).toEqual({
      draft: { from: '2026-12-20', to: '2026-12-22', kind: 'mot', note: 'Bay 2' },
      seen: { from: '2026-12-20', to: '2026-12-22', kind: 'service', note: 'Bay 2' },
    }))

  it('says what was seen when both have moved it: the days are one', () =>
    expect(onTopOf(now, { ...typed({ to: '2026-12-17' }), seen })).toEqual({
      draft: { from: '2026-12-14', to: '2026-12-17', kind: 'service', note: 'Bay 2' },
      seen: { from: '2026-12-14', to: '2026-12-16', kind: 'service', note: 'Bay 2' },
    }))

  it('sends what was seen as the server knows it', () => expect(seenWork(seen)).toEqual({ ...seen, note: null }))
})
