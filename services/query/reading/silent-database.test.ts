import { kill } from 'node:process'
import { expect, it, onTestFinished } from 'vitest'
import { opened } from '../testing/open.ts'

const given = opened(async ({ story }) => ({ harbour: await story.business('Harbour Hire') }))

it('answers 503 with Retry-After when the database has gone silent, whatever is asked, and not later than a gateway waits', {
  timeout: 240_000,
}, async () => {
  const { desk, harbour, world } = given()
  const session = await desk.signIn(harbour)
  const ask = () =>
    Promise.all([
      // Who has seen something else is looked up each time.
      desk.get('/api/cars?businessSlug=harbour-hire', { etag: '"another"' }),
      desk.get('/api/business/harbour-hire', { etag: '"another"' }),
      desk.get('/api/admin/cars', { session }),
    ])
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200])
  const { rows } = await world.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'forecourt query'`,
  )
  expect(rows).not.toHaveLength(0)
  for (const { pid } of rows) {
    kill(pid, 'SIGSTOP')
    onTestFinished(() => {
      kill(pid, 'SIGCONT')
    })
  }
  const began = performance.now()
  const answers = await ask()
  expect(performance.now() - began).toBeLessThan(50_000)
  expect(answers.some(({ status }) => status === 503)).toBe(true)
  for (const { status, headers, body } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ code: 'unavailable' })
  }
  // New connections are possible again: the service is back by itself.
  expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200])
})
