import { CALLS } from '@forecourt/contracts/calls.ts'
import { routesOf } from '@forecourt/infra/testing/express-routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type Running, type World } from './testing/world.ts'

let world: World
let command: Running

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
})
afterAll(() => world.stop())

it('has exactly the routes that the table of calls says: a route without a row has no permissions and no contract', () => {
  const calls = CALLS.filter(({ service }) => service === 'command').map(({ method, path }) => `${method} ${path}`)
  expect(routesOf(command.app)).toEqual([...calls, 'GET /healthz', 'GET /readyz'].toSorted())
})
