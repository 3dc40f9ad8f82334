import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'
import { expect, it, onTestFinished } from 'vitest'
import { inOne } from './http-app.ts'

const tell: ErrorRequestHandler = (error: unknown, _request, response, _next) => {
  response.status(500).send(`problem: ${String(error)}`)
}

/** What is answered to `GET /town/cars?n=1` behind these handlers: by whoever comes after them, or of a problem. */
async function answerBehind(...handlers: readonly RequestHandler[]): Promise<string> {
  const app = express()
  app.use('/town', ...handlers)
  app.get('/town/cars', (request, response) => void response.send(`${request.url} ${response.locals.steps}`))
  app.use(tell)
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has an address with one
  const { port } = server.address() as AddressInfo
  return await (await fetch(`http://127.0.0.1:${port}/town/cars?n=1`)).text()
}

const step =
  (name: string): RequestHandler =>
  (_request, response, next) => {
    response.locals.steps = `${response.locals.steps ?? ''}${name}`
    next()
  }

const later: RequestHandler = async (request, response, next) => {
  await new Promise((resolve) => setTimeout(resolve, 5))
  await step('later')(request, response, next)
}

it('handlers that are one come one after another, whether they wait for something or not; the address stays what it was', async () => {
  expect(await answerBehind(inOne(step('a'), later, step('c')))).toBe('/town/cars?n=1 alaterc')
})

it('whoever is through with handlers that are one comes on in the same turn of the event loop', async () => {
  let turns = 0
  const begin: RequestHandler = (_request, _response, next) => {
    setImmediate(() => {
      turns += 1
    })
    next()
  }
  const end: RequestHandler = (_request, response, next) => {
    response.locals.steps = `after ${turns} turns`
    next()
  }
  expect(await answerBehind(inOne(begin, step('')), inOne(end))).toBe('/town/cars?n=1 after 0 turns')
})

const unreached: RequestHandler = () => {
  throw new Error('it goes on after a problem')
}

it.each<[string, RequestHandler]>([
  ['passed on', (_request, _response, next) => next(new Error('no'))],
  [
    'thrown',
    () => {
      throw new Error('no')
    },
  ],
  ['of somebody who waited', async () => await Promise.reject(new Error('no'))],
  ['without a reason', async () => await Promise.reject()],
])('a problem that is %s ends handlers that are one', async (_how, failing) => {
  expect(await answerBehind(inOne(step('a'), failing, unreached))).toMatch(
    /^problem: Error: (?:no$|a handler was rejected without)/,
  )
})
