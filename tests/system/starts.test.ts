import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf, cutAfter, type Link, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { expect, it } from 'vitest'
import { startPlatform } from './support/platform.ts'
import type { Service, ServiceName } from './support/service.ts'

const NAMES = ['command', 'query', 'projector', 'workers'] as const
/** Starts of one process of which each loses its connections at another moment, all along what it and its database say. */
const STARTS = 8
/** Longer than the log is asked again for whoever waits for an answer, in milliseconds. */
const AWAY = 12_000

it.concurrent.each(NAMES)(
  '%s that loses its database at any moment of its start does not end, and is ready when it has it again',
  {
    timeout: 900_000,
  },
  async (name) => {
    await using stage = await stageFor(name)
    const { link, service } = stage
    const passings = await passingsOf(link, service)
    for (let start = 0; start < STARTS; start += 1) {
      const cut = Math.round((passings * (start + 0.5)) / STARTS)
      await service.stop()
      await Promise.all([service.start(), cutAfter(link, cut)])
      expect(service.falls, `cut after ${cut} of ${passings}`).toBe(0)
    }
  },
)

it.concurrent.each(NAMES)(
  '%s that is started while its database is away waits for it',
  {
    timeout: 300_000,
  },
  async (name) => {
    await using stage = await stageFor(name)
    const { link, service } = stage
    await service.stop()
    link.stall()
    await Promise.all([service.start(), delay(AWAY).then(() => link.mend())])
    expect(service.falls).toBe(0)
  },
)

/** The one process, on a database that it reaches by a link, with all that others would have made for it. */
async function stageFor(name: ServiceName) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  const environment = { MASTER_KEY: randomBytes(32).toString('base64'), LOOKUP_KEY: randomBytes(32).toString('base64') }
  await (await startPlatform(database, ['projector'], { environment }))[Symbol.asyncDispose]()
  const link = opened.use(await openLink(() => addressOf(database.url)))
  const platform = opened.use(await startPlatform(throughLink(database, link), [name], { environment }))
  const [service] = platform.services
  if (service === undefined) throw new Error('the platform has a process')
  const owned = opened.move()
  return { link, service, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const throughLink = ({ url, queryUrl }: TestDatabase, { port }: Link) => ({
  url: withPort(url, port),
  queryUrl: withPort(queryUrl, port),
})

function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

/** How often anybody comes by while the process starts and nothing happens to it. */
async function passingsOf(link: Link, service: Service): Promise<number> {
  await service.stop()
  const before = link.passings
  await service.start()
  return link.passings - before
}
