import { dehydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { keptForMember, memberKey, queryCopy } from './query-copy.ts'
import { stored } from './testing/in-memory.ts'
import { bringBackTyped } from './typed.ts'
import { keepTyped, readTyped } from './typed-store.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))
vi.stubGlobal('CONTRACTS_HASH', 'now')

const ada = memberKey('ada', 'harbour')
const vehicles = ['admin', 'typed', 'vehicle']
const onDevice = async () => Object.fromEntries(await readTyped(ada))

afterEach(() => stored('keyval-store').clear())

it('brings back what is on the device; what this tab has typed since goes before it', async () => {
  const queries = new QueryClient()
  await keepTyped(ada, 'vehicle', 'new', 'as it was')
  await keepTyped(ada, 'vehicle', 'golf', 'Golf')
  queries.setQueryData(vehicles, { new: 'as it is' })
  bringBackTyped(queries, ada, await readTyped(ada))
  expect(queries.getQueryData(vehicles)).toEqual({ new: 'as it is', golf: 'Golf' })
})

it('takes over what the version before kept in the copy', async () => {
  const queries = new QueryClient()
  queries.setQueryData(vehicles, { new: 'typed before the update' })
  bringBackTyped(queries, ada, await readTyped(ada))
  await vi.waitFor(async () => expect(await onDevice()).toEqual({ vehicle: { new: 'typed before the update' } }))
})

it('is not in the copy, which each tab writes down as it knows it', () => {
  const queries = new QueryClient()
  const { dehydrateOptions } = queryCopy(ada, 'member').options
  queries.getQueryCache().build(queries, { queryKey: ['admin', 'cars'], ...keptForMember }, stateOf(['Golf']))
  const meta = { ...keptForMember.meta, isTyped: true }
  queries.getQueryCache().build(queries, { queryKey: vehicles, meta }, stateOf({ new: 'Fiesta' }))
  const kept = dehydrate(queries, dehydrateOptions).queries.map(({ queryKey }) => queryKey)
  expect(kept).toEqual([['admin', 'cars']])
})

const stateOf = <Data>(data: Data) => ({
  data,
  dataUpdateCount: 1,
  dataUpdatedAt: 0,
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
