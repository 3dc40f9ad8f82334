import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { World } from '../testing/world.ts'
import { type ProjectorState, runProjector } from './run-projector.ts'

it('a projector whose connections have gone silent says so, and goes on with new ones', async () => {
  await using world = await World.create()
  const { database, eventLog, log } = world
  // Connections that were made before the fault lead to where nothing is answered any more, later ones to the database.
  await using old = await openLink(() => addressOf(database.url))
  let behind = { host: '127.0.0.1', port: old.port }
  await using link = await openLink(() => behind)
  const url = new URL(database.url)
  url.host = `127.0.0.1:${link.port}`

  const pool = new pg.Pool({ connectionString: url.href, query_timeout: 3_000, pipeline: true })
  pool.on('error', () => {})
  onTestFinished(() => pool.end())
  const states: ProjectorState[] = []
  const ending = new AbortController()
  const options = { ...world.projection(), pool, eventLog, log, databaseUrl: url.href }
  const running = runProjector({ ...options, onState: (state) => void states.push(state) }, ending.signal)
  onTestFinished(async () => {
    ending.abort()
    await running
  })
  await world.story.business('Harbour Hire')
  await world.caughtUp()

  behind = addressOf(database.url)
  old.stall()
  await world.story.business('Northern Wheels')
  await world.caughtUp()
  expect(states).toContain('trying again')
  expect(await world.rows('businesses')).toHaveLength(2)
})
