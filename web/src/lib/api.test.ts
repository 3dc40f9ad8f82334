import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, actAs, get, getAll, getPage, isNotFound, send } from './api.ts'

/** What the server was sent: address and whose it is said to be. */
function server() {
  const calls: [path: string, member: string | null][] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push([path, new Headers(init.headers).get('X-Acting-Member')])
    return Response.json({})
  })
  return calls
}

const change = (path: string, member?: string) => send(z.object({}), 'PUT', path, {}, 'key', member)

afterEach(() => vi.unstubAllGlobals())

test('what staff do is done in nobody else’s name: each change says whose dashboard it comes from', async () => {
  const calls = server()
  const stop = actAs('ada')
  await change('/api/admin/bookings/1')
  await change('/api/auth/login')
  await change('/api/bookings', 'ada')
  stop()
  await change('/api/admin/bookings/1')
  expect(calls).toEqual([
    ['/api/admin/bookings/1', 'ada'],
    ['/api/auth/login', null],
    ['/api/bookings', 'ada'],
    ['/api/admin/bookings/1', null],
  ])
})

test('a dashboard that goes does not silence the one that came in its place', async () => {
  const calls = server()
  const stopAda = actAs('ada')
  const stopGrace = actAs('grace')
  stopAda()
  await change('/api/admin/cars/1')
  stopGrace()
  expect(calls).toEqual([['/api/admin/cars/1', 'grace']])
})

test('what is shown is nobody else’s either: each read of the desk says whose dashboard it is for, a public one does not', async () => {
  const calls = server()
  const stop = actAs('ada')
  await get(z.object({}), '/api/admin/bookings')
  await getPage(z.object({}), '/api/admin/customers?limit=2')
  await get(z.object({}), '/api/auth/user')
  stop()
  await get(z.object({}), '/api/admin/bookings')
  expect(calls).toEqual([
    ['/api/admin/bookings', 'ada'],
    ['/api/admin/customers?limit=2', 'ada'],
    ['/api/auth/user', null],
    ['/api/admin/bookings', null],
  ])
})

test('a list is read to its end, page by page', async () => {
  const pages: Record<string, { readonly rows: readonly string[]; readonly next?: string }> = {
    '/api/admin/cars': { rows: ['a', 'b'], next: '/api/admin/cars?cursor=b' },
    '/api/admin/cars?cursor=b': { rows: ['c'], next: '/api/admin/cars?cursor=c' },
    '/api/admin/cars?cursor=c': { rows: [] },
  }
  vi.stubGlobal('fetch', async (path: string) => {
    const { rows, next } = pages[path] ?? { rows: [] }
    return Response.json(rows, { headers: next === undefined ? {} : { Link: `<${next}>; rel="next"` } })
  })
  expect(await getAll(z.array(z.string()), '/api/admin/cars')).toEqual(['a', 'b', 'c'])
})

test('that there is no such thing is for the service to say: a network’s sign-in page, or a proxy that has lost its way, is not heard', () => {
  const said = { type: 'about:blank', title: 'Not Found', status: 404, detail: 'Not found', message: 'Not found' }
  expect(isNotFound(new ApiError(404, JSON.stringify({ ...said, code: 'not-found' }), ''))).toBe(true)
  expect(isNotFound(new ApiError(404, '<h1>404 Not Found</h1>', ''))).toBe(false)
  expect(isNotFound(new ApiError(404, JSON.stringify({ ...said, code: 'somewhere-else' }), ''))).toBe(false)
  expect(isNotFound(new TypeError('Failed to fetch'))).toBe(false)
})
