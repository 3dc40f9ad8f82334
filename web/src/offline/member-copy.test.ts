import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { dehydrate, environmentManager, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SESSION_KEY } from '../lib/session-key.ts'
import { bringBack } from './member-copy.tsx'
import { keptForMember, memberKey, queryCopy } from './query-copy.ts'
import { refuseAll, stored } from './testing/in-memory.ts'
import { keepDraft } from './typed.ts'
import { readTyped } from './typed-store.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))
vi.stubGlobal('CONTRACTS_HASH', 'now')

const memberOf = (id: string): CurrentUser => ({
  id,
  email: `${id}@harbour.example`,
  firstName: id,
  lastName: 'Byron',
  profileImageUrl: null,
  role: 'manager',
  isAdmin: false,
  businessId: 'harbour',
  business: { id: 'harbour', name: 'Harbour Cars', slug: 'harbour', primaryColor: '#0b5cad' },
})
const [ada, grace] = [memberOf('ada'), memberOf('grace')]
const copy = memberKey('ada', 'harbour')
const newVehicle = { copy, form: 'vehicle', id: 'new' }
const record = `${copy}:typed:vehicle:new`
const drafts = ['admin', 'typed', 'vehicle']
const rows = () => stored('keyval-store')
const onDevice = async () => Object.fromEntries((await readTyped(copy)).typed)

const HOUR = 3_600_000

let queries: QueryClient
const signedIn = (member: CurrentUser) => queries.setQueryData(SESSION_KEY, member)

beforeEach(() => {
  queries = new QueryClient()
  signedIn(ada)
})
afterEach(() => {
  refuseAll(false)
  rows().clear()
})

/** Ada's copy on the device: these answers, and as a version before kept it with what was typed. */
function keepCopy(cars: readonly string[], typed?: Readonly<Record<string, unknown>>): void {
  const answers = { queryKey: ['admin', 'cars'], queryHash: '["admin","cars"]', ...keptForMember, state: stateOf(cars) }
  const meta = { ...keptForMember.meta, isTyped: true }
  const before = { queryKey: drafts, queryHash: JSON.stringify(drafts), meta, state: stateOf(typed) }
  const clientState = { mutations: [], queries: typed === undefined ? [answers] : [answers, before] }
  rows().set(copy, { buster: 'now', timestamp: Date.now(), clientState })
}

const stateOf = (data: unknown) => ({ data, dataUpdatedAt: Date.now(), status: 'success', fetchStatus: 'idle' })

test('the desk has what its member has seen and typed', async () => {
  keepCopy(['Golf'])
  rows().set(record, { at: Date.now(), draft: 'Fiesta' })
  await bringBack(queries, ada)
  expect(queries.getQueryData(['admin', 'cars'])).toEqual(['Golf'])
  expect(queries.getQueryData(drafts)).toEqual({ new: 'Fiesta' })
})

test('what no tab has shown yet is there after a whole shift, and still in the copy; after seven days it is not', async () => {
  vi.useFakeTimers({ now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  environmentManager.setIsServer(() => false)
  const { dehydrateOptions } = queryCopy(copy, { keptIn: 'member' }).options
  keepCopy(['Golf'])
  const restored = bringBack(queries, ada)
  await vi.advanceTimersByTimeAsync(10)
  await restored
  vi.advanceTimersByTime(10 * HOUR)
  expect(queries.getQueryData(['admin', 'cars'])).toEqual(['Golf'])
  expect(dehydrate(queries, dehydrateOptions).queries).toHaveLength(1)
  vi.setSystemTime(Date.now() + 7 * 24 * HOUR)
  expect(dehydrate(queries, dehydrateOptions).queries).toEqual([])
})

test('what a slow device brings after the sign-out is shown to nobody', async () => {
  keepCopy(['Golf'])
  rows().set(record, { at: Date.now(), draft: 'Fiesta' })
  const late = bringBack(queries, ada)
  queries.clear()
  await late
  expect(queries.getQueryCache().getAll()).toEqual([])
})

test('what it brings when somebody else is there is neither shown to them nor kept as theirs', async () => {
  keepCopy(['Golf'])
  rows().set(record, { at: Date.now(), draft: 'Fiesta' })
  const late = bringBack(queries, ada)
  queries.clear()
  signedIn(grace)
  await late
  await bringBack(queries, grace)
  expect(queries.getQueryCache().getAll()).toHaveLength(1)
  expect([...rows().keys()]).toEqual([copy, record])
})

test('a draft that another tab has saved or discarded does not come back with the desk', async () => {
  rows().set(record, { at: Date.now(), draft: 'Fiesta' })
  await bringBack(queries, ada)
  await keepDraft(queries, { ...newVehicle, id: 'golf' }, 'Golf')
  rows().clear()
  await bringBack(queries, ada)
  expect(queries.getQueryData(drafts)).toEqual({})
  expect(rows().size).toBe(0)
})

test('what is typed over it while the device is looking stays', async () => {
  await keepDraft(queries, newVehicle, 'Fiesta')
  rows().delete(record)
  const back = bringBack(queries, ada)
  await keepDraft(queries, newVehicle, 'Fiesta ST')
  await back
  expect(queries.getQueryData(drafts)).toEqual({ new: 'Fiesta ST' })
  expect(await onDevice()).toEqual({ vehicle: { new: 'Fiesta ST' } })
})

test('what the device would not take is this tab’s alone, and stays there', async () => {
  refuseAll(true)
  await keepDraft(queries, newVehicle, 'Fiesta')
  await bringBack(queries, ada)
  refuseAll(false)
  await bringBack(queries, ada)
  expect(queries.getQueryData(drafts)).toEqual({ new: 'Fiesta' })
  expect(rows().size).toBe(0)
})

test('drafts that the version before kept in the copy are taken over from there, once', async () => {
  keepCopy(['Golf'], { new: 'typed before the update', golf: 'GTI' })
  await bringBack(queries, ada)
  expect(queries.getQueryData(drafts)).toEqual({ new: 'typed before the update', golf: 'GTI' })
  expect(await onDevice()).toEqual({ vehicle: { new: 'typed before the update', golf: 'GTI' } })

  await keepDraft(queries, newVehicle, undefined)
  queries = new QueryClient()
  signedIn(ada)
  await bringBack(queries, ada)
  expect(queries.getQueryData(drafts)).toEqual({ golf: 'GTI' })
  expect(await onDevice()).toEqual({ vehicle: { golf: 'GTI' } })
})

test('a copy that cannot be read keeps nobody from their desk', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  rows().set(copy, { buster: 'now', timestamp: Date.now(), clientState: { queries: 'none' } })
  rows().set(record, { at: Date.now(), draft: 'Fiesta' })
  await bringBack(queries, ada)
  expect(queries.getQueryData(drafts)).toEqual({ new: 'Fiesta' })
})
