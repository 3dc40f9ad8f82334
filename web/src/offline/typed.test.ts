import { dehydrate, environmentManager, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { SESSION_KEY } from '../lib/session-key.ts'
import { forgetCopy, keptForMember, memberKey, queryCopy } from './query-copy.ts'
import { stored } from './testing/in-memory.ts'
import { bringBackTyped, keepDraft } from './typed.ts'
import { keepTyped, readTyped } from './typed-store.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))
vi.stubGlobal('CONTRACTS_HASH', 'now')

const place = { copy: memberKey('ada', 'harbour'), form: 'settings', id: 'business' }
const vehicles = ['admin', 'typed', 'vehicle']
const settings = ['admin', 'typed', 'settings']
const onDevice = async () => Object.fromEntries((await readTyped(place.copy)).typed)

/** A tab that shows a member's desk; nobody's without one. */
function tab(id?: string): QueryClient {
  const queries = new QueryClient()
  if (id !== undefined) queries.setQueryData(SESSION_KEY, { id, businessId: 'harbour' })
  return queries
}

afterEach(() => stored('keyval-store').clear())

it('brings back what is on the device; what this tab has typed since goes before it', async () => {
  const queries = tab('ada')
  await keepTyped(place.copy, 'vehicle', 'new', 'as it was')
  await keepTyped(place.copy, 'vehicle', 'golf', 'Golf')
  queries.setQueryData(vehicles, { new: 'as it is' })
  bringBackTyped(queries, place.copy, await readTyped(place.copy), new Map())
  expect(queries.getQueryData(vehicles)).toEqual({ new: 'as it is', golf: 'Golf' })
})

it('is still there when its form is opened an hour later', async () => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false)
  try {
    const queries = tab('ada')
    await keepTyped(place.copy, 'vehicle', 'golf', 'Golf')
    bringBackTyped(queries, place.copy, await readTyped(place.copy), new Map())
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(queries.getQueryData(vehicles)).toEqual({ golf: 'Golf' })
  } finally {
    environmentManager.setIsServer(() => true)
    vi.useRealTimers()
  }
})

it('is kept for who is signed in, here and on the device, until it is done with', async () => {
  const queries = tab('ada')
  await keepDraft(queries, place, 'Quay Cars')
  expect(queries.getQueryData(settings)).toEqual({ business: 'Quay Cars' })
  expect(await onDevice()).toEqual({ settings: { business: 'Quay Cars' } })
  await keepDraft(queries, place, undefined)
  expect(queries.getQueryData(settings)).toEqual({})
  expect(await onDevice()).toEqual({})
})

it('is not kept after the sign-out, when a save returns or something is undone so late; it is once they are back', async () => {
  const queries = tab('ada')
  await keepDraft(queries, place, 'Quay Cars')
  queries.clear()
  await forgetCopy('ada', 'harbour')
  await keepDraft(queries, place, 'Quay Cars and Vans')
  expect(stored('keyval-store').size).toBe(0)
  expect(queries.getQueryCache().getAll()).toEqual([])

  queries.setQueryData(SESSION_KEY, { id: 'ada', businessId: 'harbour' })
  await keepDraft(queries, place, 'Quay Cars again')
  expect(await onDevice()).toEqual({ settings: { business: 'Quay Cars again' } })
})

it('is not kept either when the sign-out was in another tab', async () => {
  const queries = tab('ada')
  queries.setQueryData(SESSION_KEY, null)
  await keepDraft(queries, place, 'Quay Cars')
  expect(stored('keyval-store').size).toBe(0)
})

it('is neither shown to nor taken from whoever is there by then', async () => {
  const queries = tab('grace')
  const graces = { ...place, copy: memberKey('grace', 'harbour') }
  await keepDraft(queries, graces, 'what Grace types')
  await keepDraft(queries, place, 'what Ada had typed')
  expect(queries.getQueryData(settings)).toEqual({ business: 'what Grace types' })
  await keepDraft(queries, place, undefined)
  expect(queries.getQueryData(settings)).toEqual({ business: 'what Grace types' })
  expect([...stored('keyval-store').keys()]).toEqual([`${graces.copy}:typed:settings:business`])
})

it('is forgotten on the device when it was saved, although the session is over by then', async () => {
  const queries = tab('ada')
  await keepDraft(queries, place, 'Quay Cars')
  queries.setQueryData(SESSION_KEY, null)
  await keepDraft(queries, place, undefined)
  expect(await onDevice()).toEqual({})
})

it('is not in the copy, which each tab writes down as it knows it', () => {
  const queries = new QueryClient()
  const { dehydrateOptions } = queryCopy(place.copy, { keptIn: 'member' }).options
  queries.getQueryCache().build(queries, { queryKey: ['admin', 'cars'], ...keptForMember }, stateOf(['Golf']))
  const meta = { ...keptForMember.meta, isTyped: true }
  queries.getQueryCache().build(queries, { queryKey: vehicles, meta }, stateOf({ new: 'Fiesta' }))
  const kept = dehydrate(queries, dehydrateOptions).queries.map(({ queryKey }) => queryKey)
  expect(kept).toEqual([['admin', 'cars']])
})

const stateOf = <Data>(data: Data) => ({
  data,
  dataUpdateCount: 1,
  dataUpdatedAt: Date.now(),
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'success' as const,
  fetchStatus: 'idle' as const,
})
