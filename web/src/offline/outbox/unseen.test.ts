import { infiniteQueryOptions, QueryClient, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { get, getAll, getPage, send } from '../../lib/api.ts'
import { union } from '../../lib/union.ts'
import { effectOn } from './action.ts'
import { keepAccepted, noteAccepted } from './unseen.ts'

const Rows = z.array(z.object({ id: z.string(), status: z.string(), createdAt: z.string() }))
const rows = (name: string) =>
  queryOptions({
    queryKey: ['admin', 'bookings', ...(name === '' ? [] : [name])],
    queryFn: ({ signal }) => get(Rows, '/api/admin/bookings', signal),
    ...(name === 'found' ? { meta: { has: 'rows' as const } } : {}),
    staleTime: 0,
  })
/** Several answers as one list, as today's bookings are. */
const today = () =>
  queryOptions({
    queryKey: ['admin', 'bookings', 'today'],
    queryFn: async ({ signal }) => [...union([], await getAll(Rows, '/api/admin/bookings', signal))],
    meta: { has: 'rows' },
  })
const older = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'bookings', 'older'],
    queryFn: ({ signal, pageParam }) => getPage(Rows, pageParam, signal),
    meta: { has: 'pages' },
    initialPageParam: '/api/admin/bookings',
    getNextPageParam: ({ next }) => next,
  })
const approval = effectOn(rows(''), (list, id: string) =>
  list.map((one) => (one.id === id ? { ...one, status: 'approved' } : one)),
)
const accepted = (id: string) =>
  noteAccepted({ effects: [{ queryKey: approval.queryKey, fold: (data) => approval.fold(data, id) }] })

let queries: QueryClient
let forget: () => void
let isOld = true
let status = 'pending'
const shown = async (name: string) => (await queries.fetchQuery(rows(name))).map((one) => one.status)
const write = async (position: string) => {
  await send(Rows, 'PUT', `/api/admin/bookings/one?${position}`)
}

beforeEach(() => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  forget = keepAccepted(queries)
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    if (method !== 'GET') return Response.json([], { headers: { 'X-Log-Position': path.split('?')[1] ?? '' } })
    return Response.json([{ id: 'one', status, createdAt: '2026-12-01T09:00:00.000Z' }], {
      headers: isOld ? { 'X-Stale': 'true' } : { ETag: '"1"' },
    })
  })
})
afterEach(async () => {
  isOld = false
  await shown('')
  ;[isOld, status] = [true, 'pending']
  vi.unstubAllGlobals()
})

it('what was accepted stays over older rows, in searches too, however often they are answered', async () => {
  await write('7')
  accepted('one')
  for (const name of ['', 'found', '']) expect(await shown(name)).toEqual(['approved'])
  expect(await shown('history'), 'what has no such rows is shown as it is').toEqual(['pending'])
})

it('what was accepted stays over older rows of a list of several answers, and of one that is read page by page', async () => {
  await write('7')
  accepted('one')
  for (const _ of ['first', 'again']) {
    expect(await queries.fetchQuery({ ...today(), staleTime: 0 })).toMatchObject([{ status: 'approved' }])
    const { pages } = await queries.fetchInfiniteQuery({ ...older(), staleTime: 0 })
    expect(pages).toMatchObject([{ rows: [{ status: 'approved' }] }])
  }
})

it('is forgotten with the first answer that holds it: what others have done since is shown, also when rows stand still again', async () => {
  await write('7')
  accepted('one')
  isOld = false
  status = 'rejected'
  expect(await shown('')).toEqual(['rejected'])
  isOld = true
  await write('9')
  expect(await shown('')).toEqual(['rejected'])
})

it('what a member has done is laid over nothing that another one is shown', async () => {
  await write('7')
  accepted('one')
  forget()
  forget = keepAccepted(queries)
  expect(await shown('')).toEqual(['pending'])
})

it('nothing is kept of what the rows have shown before its acceptance was taken note of', async () => {
  await write('7')
  isOld = false
  await shown('')
  accepted('one')
  isOld = true
  await write('9')
  expect(await shown('')).toEqual(['pending'])
})
