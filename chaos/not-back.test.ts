import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { notBack } from './not-back.ts'

const NEVER = new AbortController().signal

it('who is down, not ready or silent is not back', async () => {
  const failing = await answering(() => 503)
  const silent = await answering(() => undefined)
  const processes = [
    { name: 'projector-1', url: () => undefined },
    { name: 'projector-2', url: () => failing },
    { name: 'workers', url: () => silent },
  ] as const
  // What it takes to start, three times: no whole number.
  expect(await notBack(processes, 300.25, NEVER)).toEqual(['projector-1', 'projector-2', 'workers'])
})

it('who is ready is back, whoever else is missed', async () => {
  const ready = await answering(() => 200)
  const processes = [
    { name: 'command-1', url: () => ready },
    { name: 'workers', url: () => undefined },
  ] as const
  expect(await notBack(processes, 3_000.25, NEVER)).toContain('workers')
  expect(await notBack(processes.slice(0, 1), 60_000, NEVER)).toEqual([])
})

it('who starts, and is ready after a while, is back', async () => {
  let asked = 0
  const url = await answering(() => {
    asked += 1
    return asked < 3 ? 503 : 200
  })
  let looked = 0
  const starting = () => {
    looked += 1
    return looked < 2 ? undefined : url
  }
  expect(await notBack([{ name: 'workers', url: starting }], 60_000, NEVER)).toEqual([])
})

it('nobody is waited for any more once it is to stop, nor missed', async () => {
  const began = performance.now()
  expect(await notBack([{ name: 'workers', url: () => undefined }], 60_000, AbortSignal.timeout(50))).toEqual([])
  expect(performance.now() - began).toBeLessThan(30_000)
})

/** A process that says how it is; undefined: it says nothing. */
async function answering(status: () => number | undefined): Promise<string> {
  const server = createServer((_request, response) => {
    const said = status()
    if (said !== undefined) response.writeHead(said).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen')
  return `http://127.0.0.1:${address.port}`
}
