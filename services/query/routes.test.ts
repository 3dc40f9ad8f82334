import { createSecretKey, randomBytes } from 'node:crypto'
import { CALLS } from '@forecourt/contracts/calls.ts'
import { routesOf } from '@forecourt/infra/testing/express-routes.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import { expect, it, onTestFinished } from 'vitest'
import { createLicenceBook } from './objects/licence-book.ts'
import { objectRoutes } from './objects/routes.ts'
import { Desk } from './testing/desk.ts'
import { World } from './testing/world.ts'

it('has exactly the routes that the table of calls says: a route without a row has no permissions and no contract', async () => {
  const world = await World.create()
  onTestFinished(() => world[Symbol.asyncDispose]())
  world.project()
  await world.projecting()
  const storage = createObjectStorage({
    endpoint: 'http://127.0.0.1:9',
    region: 'us-east-1',
    accessKeyId: 'nobody',
    secretAccessKey: 'asks',
    bucket: 'files',
  })
  onTestFinished(() => storage.close())
  const lookupKey = createSecretKey(randomBytes(32))
  const desk = await Desk.open(world, undefined, ({ memberOf }, database) =>
    objectRoutes({ storage, lookupKey, memberOf, licences: createLicenceBook(database) }),
  )
  onTestFinished(() => desk[Symbol.asyncDispose]())

  const calls = CALLS.filter(({ service }) => service === 'query').map(({ method, path }) => `${method} ${path}`)
  expect(routesOf(desk.app)).toEqual([...calls, 'GET /healthz', 'GET /readyz'].toSorted())
})
