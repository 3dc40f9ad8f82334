import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { Ear } from '@forecourt/query/testing/ear.ts'
import { expect, it, onTestFailed } from 'vitest'
import { idOf } from './support/client.ts'
import { startPlatform } from './support/platform.ts'
import { onboard, requestFor } from './support/tenant.ts'

/** What is to come within a second gets longer on a machine that does other things as well. */
const PATIENCE = { timeout: 60_000, interval: 5 }

it('an approval is heard of at another desk, also after the projector was killed; a query service that is stopped ends its streams', {
  timeout: 240_000,
}, async () => {
  await using database = await createTestDatabase()
  await using platform = await startPlatform(database, ['command', 'query', 'projector'])
  onTestFailed(() => console.error(platform.lastWords()))
  const tenant = await onboard(platform, 1)
  const [vehicle] = tenant.vehicles
  const [query] = platform.all('query')
  const [projector] = platform.all('projector')
  if (vehicle === undefined || query === undefined || projector === undefined) throw new Error('something is missing')
  const [here, there] = [await tenant.staff(), await tenant.staff()]
  const listen = async (lastEventId = '') => {
    const headers = { cookie: there.cookie }
    // A desk listens once it is shown: whoever has just been onboarded, or asks a process that has just started, comes too early.
    const shown = async () => (await fetch(`${query.url}/api/auth/user`, { headers })).status
    await expect.poll(shown, PATIENCE).toBe(200)
    const known = lastEventId === '' ? {} : { 'last-event-id': lastEventId }
    return await (await Ear.open(`${query.url}/api/admin/live`, { ...headers, ...known })).listens()
  }
  const ear = await listen()

  const request = async (from: number): Promise<string> => {
    const body = requestFor(platform, vehicle, { from, count: 1 })
    return idOf(await platform.client().insist({ method: 'POST', path: '/api/bookings', body }))
  }
  const approve = async (id: string) =>
    expect(
      await here.insist({ method: 'PUT', path: `/api/admin/bookings/${id}`, body: { status: 'approved' } }),
    ).toMatchObject({ status: 200 })

  const first = await request(1)
  await expect.poll(() => ear.lists.flat(), PATIENCE).toContain('bookings')
  const heard = ear.heard.length
  const began = performance.now()
  await approve(first)
  await expect.poll(() => ear.heard.length, PATIENCE).toBeGreaterThan(heard)
  console.log(`live: from sending an approval to hearing of it elsewhere: ${Math.round(performance.now() - began)} ms`)

  await projector.kill()
  const second = await request(3)
  const before = ear.heard.length
  await approve(second)
  await projector.start()
  await expect.poll(() => ear.heard.length, PATIENCE).toBeGreaterThan(before)
  expect(ear.ended).toBe(false)

  // Tenths of a second, of which a machine that stands still for seconds costs one: its drain would be a hundred.
  let tenths = 0
  const clock = setInterval(() => {
    tenths += 1
  }, 100)
  expect(await query.stop()).toBe(true)
  clearInterval(clock)
  expect(tenths).toBeLessThan(90)
  await expect.poll(() => ear.ended, PATIENCE).toBe(true)
  await query.start()
  const again = await listen(ear.lastEventId)
  expect(again.heard).toEqual([])
  again.close()
})
