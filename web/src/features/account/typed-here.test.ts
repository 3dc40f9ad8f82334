import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { deskOf } from '../../offline/owners.ts'
import { memberKey } from '../../offline/query-copy.ts'
import { stored } from '../../offline/testing/in-memory.ts'
import { keepTyped } from '../../offline/typed-store.ts'
import { markUnsaved } from '../../offline/unsaved.ts'
import { emptyDraft, keepDraft } from '../booking-form/draft.ts'
import { OPEN_FORM, typedHere, WALK_IN } from './typed-here.ts'

vi.mock('idb-keyval', () => import('../../offline/testing/in-memory.ts'))
vi.stubGlobal('CONTRACTS_HASH', 'now')

const ada: CurrentUser = {
  id: 'ada',
  email: 'ada@harbour.example',
  firstName: 'Ada',
  lastName: 'Walker',
  profileImageUrl: null,
  role: 'admin',
  isAdmin: true,
  businessId: 'harbour',
  business: { id: 'harbour', name: 'Harbour Hire', slug: 'harbour-hire', primaryColor: '#0f6fde' },
}
const copy = memberKey(ada.id, ada.businessId)

afterEach(() => stored('keyval-store').clear())

test('what another tab has kept counts, and what this tab has though the device keeps nothing', async () => {
  const queries = new QueryClient()
  await keepTyped(copy, 'notes', 'one', { text: 'Rang twice', from: '' })
  await keepTyped(memberKey('bob', 'harbour'), 'settings', 'business', { typed: { name: 'His' }, from: { name: '' } })
  queries.setQueryData(['admin', 'typed', 'vehicle'], { golf: { typed: { name: 'Golf' }, from: { name: 'Polo' } } })
  await keepDraft(deskOf(ada.id, ada.businessId), { ...emptyDraft, customerName: 'Isla' })
  expect(await typedHere(queries, ada)).toEqual(['notes', 'vehicle', WALK_IN])
})

test('a text that was changed back, and a form that nobody has typed into, are nothing to ask about', async () => {
  await keepTyped(copy, 'notes', 'one', { text: 'Rang twice', from: 'Rang twice' })
  await keepTyped(copy, 'vehicle', 'golf', { typed: { name: 'Golf' }, from: { name: 'Golf' } })
  expect(await typedHere(new QueryClient(), ada)).toEqual([])
})

test('a form that keeps nothing counts while it is open', async () => {
  markUnsaved('password', true)
  expect(await typedHere(new QueryClient(), ada)).toEqual([OPEN_FORM])
  markUnsaved('password', false)
  expect(await typedHere(new QueryClient(), ada)).toEqual([])
})
