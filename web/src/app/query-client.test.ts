import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { SESSION_KEY } from '../lib/session-key.ts'

vi.stubGlobal('navigator', { onLine: true })
const { queryClient } = await import('./query-client.ts')

afterEach(() => queryClient.clear())

/** Asks for something, and is answered with this error. */
async function ask(error: Error): Promise<void> {
  const refuse = async () => {
    throw error
  }
  await queryClient.prefetchQuery({ queryKey: ['admin', 'bookings'], queryFn: refuse })
}
const isDoubted = () => queryClient.getQueryState(SESSION_KEY)?.isInvalidated

test('a 401 says nothing of who is signed in now, somebody else perhaps: that is asked for', async () => {
  queryClient.setQueryData(SESSION_KEY, { id: 'grace' })
  await ask(new ApiError(401, '', 'Unauthorized'))
  expect(queryClient.getQueryData(SESSION_KEY)).toEqual({ id: 'grace' })
  expect(isDoubted()).toBe(true)
})

test('any other failure casts no doubt on who is signed in', async () => {
  queryClient.setQueryData(SESSION_KEY, { id: 'grace' })
  await ask(new ApiError(503, '', 'Service Unavailable'))
  expect(isDoubted()).toBe(false)
})

const LIST = ['admin', 'cars']

/** A list that changes at a server, which answers with what it was when it was asked, a while later. */
function slowList() {
  const server = { fleet: ['a Golf'] }
  const waiting: (() => void)[] = []
  const queryFn = async () => {
    const then = server.fleet
    await new Promise<void>((resolve) => waiting.push(resolve))
    return then
  }
  const answer = async () => {
    await vi.waitFor(() => expect(waiting).not.toHaveLength(0), 30_000)
    for (const resolve of waiting.splice(0)) resolve()
  }
  return { server, queryFn, answer }
}

test('a list that nobody looks at is asked for anew when it changed while its answer was on its way', async () => {
  const { server, queryFn, answer } = slowList()
  const fetching = queryClient.prefetchQuery({ queryKey: LIST, queryFn })
  server.fleet = ['a Golf', 'a Polo']
  const told = queryClient.invalidateQueries({ queryKey: LIST })
  await answer()
  await Promise.all([fetching, told])
  const seen = queryClient.fetchQuery({ queryKey: LIST, queryFn, staleTime: Number.POSITIVE_INFINITY })
  await answer()
  expect(await seen).toEqual(['a Golf', 'a Polo'])
})

test('a list that is opened is asked for anew when it changed while its first answer was on its way', async () => {
  const { server, queryFn, answer } = slowList()
  const stop = new QueryObserver(queryClient, { queryKey: LIST, queryFn }).subscribe(() => {})
  server.fleet = ['a Golf', 'a Polo']
  const told = queryClient.invalidateQueries({ queryKey: LIST })
  await answer()
  await vi.waitFor(() => expect(queryClient.getQueryData(LIST)).toEqual(['a Golf']), 30_000)
  await answer()
  await told
  expect(queryClient.getQueryData(LIST)).toEqual(['a Golf', 'a Polo'])
  stop()
})
