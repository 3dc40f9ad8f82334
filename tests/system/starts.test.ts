import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addressOf, cutAfter, type Link, openLink } from '@forecourt/infra/testing/link.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { describe, expect, it } from 'vitest'
import { startPlatform } from './support/platform.ts'
import type { Service, ServiceName } from './support/service.ts'

const NAMES = ['command', 'query', 'projector', 'workers'] as const
/** Starts of one process of which each loses its connections at another moment, all along what it and its database say. */
const STARTS = 8
/** Longer than the log is asked again for whoever waits for an answer, in milliseconds. */
const AWAY = 12_000

describe.concurrent.each(NAMES)('%s', { timeout: 900_000 }, (name) => {
  it('that loses its database at any moment of its start does not end, and is ready when it has it again', async () => {
    await using stage = await stageFor(name)
    const { link, service } = stage
    const passings = await passingsOf(link, service)
    for (let start = 0; start < STARTS; start += 1) {
      const cut = Math.round((passings * (start + 0.5)) / STARTS)
      await service.stop()
      await Promise.all([service.start(), cutAfter(link, cut)])
      expect(service.falls, `cut after ${cut} of ${passings}`).toBe(0)
    }
  })

  it('that is started while its database is away waits for it', async () => {
    await using stage = await stageFor(name)
    await stage.service.stop()
    stage.link.stall()
    await Promise.all([stage.service.start(), delay(AWAY).then(() => stage.link.mend())])
    expect(stage.service.falls).toBe(0)
  })
})

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
