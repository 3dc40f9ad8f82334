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
