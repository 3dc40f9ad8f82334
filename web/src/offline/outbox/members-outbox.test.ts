import { QueryClient, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { get, send } from '../../lib/api.ts'
import { type Action, effectOn, registered } from './action.ts'
import { openMembersOutbox } from './members-outbox.ts'

/** Node keeps nothing: what waits is in a tab's memory, as in a private window. */

const Rows = z.array(z.object({ id: z.string(), status: z.string() }))
const rows = queryOptions({
  queryKey: ['admin', 'bookings'],
  queryFn: ({ signal }) => get(Rows, '/api/admin/bookings', signal),
  staleTime: 0,
})
const Args = z.object({ id: z.string() })
const approve: Action<z.infer<typeof Args>> = {
  name: 'approve',
  args: Args,
  subject: ({ id }) => id,
  send: async ({ id }) => await send(Rows, 'PUT', `/api/admin/bookings/${id}`),
  effects: [
    effectOn(rows, (list, { id }) => list.map((one) => (one.id === id ? { ...one, status: 'approved' } : one))),
  ],
  done: () => undefined,
  failed: () => 'Failed',
}
const ada = { id: 'ada', businessId: 'harbour' }
const grace = { id: 'grace', businessId: 'harbour' }
const open = (queries: QueryClient, member = ada) => openMembersOutbox(queries, member, [registered(approve)])
const newTab = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })
const shown = async (queries: QueryClient) => (await queries.fetchQuery(rows)).map(({ status }) => status)

let commands = 0
let held = Promise.resolve()
let isOld = true

beforeEach(() => {
  const quiet = { addEventListener: () => undefined }
  vi.stubGlobal('window', quiet)
  vi.stubGlobal('document', quiet)
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  vi.stubGlobal('fetch', async (_path: string, { method }: RequestInit) => {
    if (method === 'GET') {
      return Response.json([{ id: 'one', status: 'pending' }], {
        headers: isOld ? { 'X-Stale': 'true' } : { ETag: '"1"' },
      })
    }
    commands += 1
    await held
    return Response.json([], { headers: { 'X-Log-Position': '7' } })
  })
})
afterEach(async () => {
  isOld = false
  await shown(newTab())
  vi.unstubAllGlobals()
  ;[isOld, commands, held] = [true, 0, Promise.resolve()]
})

it('what is accepted after its member has gone is shown to nobody who is there by then, however old the rows', async () => {
  const queries = newTab()
  const answer = Promise.withResolvers<void>()
  held = answer.promise
  const hers = open(queries)
  const outbox = await hers.opened
  await outbox.perform(approve, { id: 'one' }, { label: 'one' })
  await expect.poll(() => commands).toBe(1)
  hers.end()
  const next = open(queries, grace)
  await next.opened
  expect(await shown(queries)).toEqual(['pending'])
  answer.resolve()
  await expect.poll(() => outbox.actions()).toEqual([])
  expect(queries.getQueryData(rows.queryKey)).toMatchObject([{ status: 'pending' }])
  expect(await shown(queries)).toEqual(['pending'])
  next.end()
})

it('what another tab has sent is shown here as well, however old the rows', async () => {
  const [sending, watching] = [newTab(), newTab()]
  isOld = false
  await shown(watching)
  isOld = true
  const [there, here] = [open(sending), open(watching)]
  await here.opened
  await (await there.opened).perform(approve, { id: 'one' }, { label: 'one' })
  await expect.poll(() => watching.getQueryData(rows.queryKey)).toMatchObject([{ status: 'approved' }])
  expect(await shown(watching)).toEqual(['approved'])
  there.end()
  here.end()
})
