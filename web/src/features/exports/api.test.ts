import { afterEach, expect, it, vi } from 'vitest'
import { ApiError, actAs } from '../../lib/api.ts'
import { exportOf } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

it('a file says whose desk asks for it, and is not saved when somebody else has signed in since', async () => {
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    asked.push(path, new Headers(headers).get('X-Acting-Member'))
    return asked.length === 2 ? new Response('reference\n') : new Response('{}', { status: 401 })
  })
  const stop = actAs('ada')
  expect(await (await exportOf('customers')).text()).toBe('reference\n')
  await expect(exportOf('customers')).rejects.toBeInstanceOf(ApiError)
  stop()
  expect(asked).toEqual(['/api/admin/exports/customers', 'ada', '/api/admin/exports/customers', 'ada'])
})
