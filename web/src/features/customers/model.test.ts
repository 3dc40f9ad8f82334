import type { Customer } from '@forecourt/contracts/customer.ts'
import { describe, expect, it } from 'vitest'
import { union } from '../../lib/union.ts'
import { isSaidOf, listed, reasonError, withCheck } from './model.ts'

const ada: Customer = {
  id: 'ada',
  name: 'Ada Byron',
  email: 'countess@example.com',
  phone: '07700900123',
  address: '12 Harbour Street',
  licenseStatus: 'pending',
  licenseRefusedReason: null,
  licenseCheckedAt: null,
  licenseCheckedBy: null,
  licenseImageUrl: null,
  hiddenFromCustomersPage: false,
  createdAt: '2026-11-21T08:00:00Z',
  updatedAt: '2026-11-21T08:00:00Z',
}
const grace: Customer = { ...ada, id: 'grace', name: 'Grace Hopper', email: 'grace@example.com' }
const ids = (customers: readonly Customer[]) => customers.map(({ id }) => id)

describe('the customers page', () => {
  it.each([
    ['nothing', '', ['ada', 'grace']],
    ['a part of a name, in any case', 'BYR', ['ada']],
    ['a part of an e-mail', 'countess@', ['ada']],
    ['spaces around it', '  hopper ', ['grace']],
    ['the words in another order', 'hopper grace', ['grace']],
    ['words of a name and an e-mail', 'byron countess', ['ada']],
    ['accents that the name has not', 'ádà', ['ada']],
    ['nobody', 'Babbage', []],
    ['one word too many', 'Ada Babbage', []],
  ])('searches for %s', (_, search, found) => expect(ids(listed([ada, grace], search))).toEqual(found))

  it.each(["o'brien", 'o\u2019brien', 'o\u2018brien', 'O\u02bcBRIEN'])(
    'finds O’Brien and O\'Brien by "%s": every apostrophe is the same',
    (search) => {
      const typed = { ...ada, id: 'typed', name: "Una O'Brien" }
      const curly = { ...ada, id: 'curly', name: 'Una O\u2019Brien' }
      expect(ids(listed([typed, grace, curly], search))).toEqual(['typed', 'curly'])
    },
  )

  it('leaves hidden customers out', () => {
    expect(ids(listed([{ ...ada, hiddenFromCustomersPage: true }, grace], ''))).toEqual(['grace'])
  })

  it('does not search for the telephone number', () => {
    expect(listed([ada], '07700')).toEqual([])
  })

  it('has who was found among older customers in its place, and nobody twice: not only the newest 500 can be found', () => {
    const charles = { ...ada, id: 'charles', name: 'Charles Babbage', createdAt: '2019-01-01T08:00:00Z' }
    const changed = { ...ada, name: 'Somebody before' }
    const all = union([ada, grace], [charles, changed])
    expect(ids(all)).toEqual(['ada', 'grace', 'charles'])
    expect(ids(listed(all, 'babbage'))).toEqual(['charles'])
    expect(all[0]?.name).toBe('Ada Byron')
  })
})

describe('a licence that was looked at', () => {
  const before = { ...ada, licenseRefusedReason: 'Too dark', licenseCheckedAt: ada.createdAt, licenseCheckedBy: 'Sam' }

  it('is not shown as checked when another picture arrived before that was sent', () => {
    const [first, second] = ['/objects/licences/first', '/objects/licences/second']
    const check = { licenseStatus: 'verified', licenseImageUrl: first } as const
    expect(withCheck([{ ...ada, licenseImageUrl: second }], 'ada', check)[0]?.licenseStatus).toBe('pending')
    expect(withCheck([{ ...ada, licenseImageUrl: first }], 'ada', check)[0]?.licenseStatus).toBe('verified')
  })

  it('shows what was said of it, and no reason, time or name of an earlier check', () => {
    expect(withCheck([before, grace], 'ada', { licenseStatus: 'verified' })).toEqual([
      { ...ada, licenseStatus: 'verified' },
      grace,
    ])
    expect(withCheck([ada], 'ada', { licenseStatus: 'refused', reason: 'The back of it' })).toEqual([
      { ...ada, licenseStatus: 'refused', licenseRefusedReason: 'The back of it' },
    ])
  })

  it('is refused with a reason of 1 to 500 characters', () => {
    expect(reasonError('x'.repeat(500))).toBeUndefined()
    expect(reasonError(' Blurred ')).toBeUndefined()
    expect(reasonError('x'.repeat(501))).toBe('At most 500 characters.')
    for (const nothing of ['', ' ', '\n\t']) expect(reasonError(nothing)).toMatch(/^Please say why/)
  })
})

describe('what staff have said of a licence', () => {
  const hers = '/objects/licences/hers'
  const at = '2026-11-22T08:00:00Z'
  const checked = (licenseStatus: Customer['licenseStatus'], licenseCheckedAt: string | null = at): Customer => ({
    ...ada,
    licenseImageUrl: hers,
    licenseStatus,
    licenseCheckedAt,
  })
  const another = '/objects/licences/another'

  it('is said of that picture, whenever it came again', () =>
    expect(isSaidOf(checked('verified'), came(hers, '2026-11-23T08:00:00Z'))).toBe(true))
  it('is not said of another one that somebody has sent in the same name', () => {
    for (const status of ['pending', 'verified'] as const) expect(isSaidOf(checked(status), came(another))).toBe(false)
  })
  it('reaches every request that there was when another picture was asked for, and none that came later', () => {
    for (const status of ['refused', 'expired'] as const) {
      expect(isSaidOf(checked(status), came(another))).toBe(true)
      expect(isSaidOf(checked(status, null), came(another))).toBe(true)
      expect(isSaidOf(checked(status), came(another, '2026-11-23T08:00:00Z'))).toBe(false)
    }
  })
})

/** A request that came with this picture. */
const came = (licenseImageUrl: string, createdAt = '2026-11-21T08:00:00Z') => ({ licenseImageUrl, createdAt })
