import { beforeEach, expect, test, vi } from 'vitest'
import {
  forgetMember,
  lastMember,
  leftMembers,
  memberExpired,
  rememberedMember,
  rememberMember,
} from './remembered-member.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))

const member = (id: string) => ({
  id,
  email: `${id}@example.com`,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  role: 'admin',
  isAdmin: true,
  businessId: 'harbour',
  business: { id: 'harbour', slug: 'harbour-hire', name: 'Harbour Hire', primaryColor: '#0f6fde' },
})

beforeEach(forgetMember)

test('whose session has ended is signed in no more; what they did waits for them', async () => {
  await rememberMember(member('ada'))
  await memberExpired('ada')
  expect(await rememberedMember()).toBeUndefined()
  expect((await lastMember())?.id).toBe('ada')
})

test('the end of one member’s session, told late, is not the end of another’s who has signed in since', async () => {
  await rememberMember(member('grace'))
  await memberExpired('ada')
  expect((await rememberedMember())?.id).toBe('grace')
  expect(await lastMember()).toBeUndefined()
})

test('those whose sessions have ended are known until they are back, whoever was here meanwhile', async () => {
  await rememberMember(member('ada'))
  await memberExpired('ada')
  await rememberMember(member('grace'))
  await memberExpired('grace')
  expect((await leftMembers()).map(({ id }) => id)).toEqual(['ada', 'grace'])
  await rememberMember(member('ada'))
  expect((await leftMembers()).map(({ id }) => id)).toEqual(['grace'])
})
