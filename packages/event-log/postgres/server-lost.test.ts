import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, connect as dial, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { ensureDatabase, startPostgres } from '@forecourt/infra/embedded/postgres.ts'
import { migrate } from '@forecourt/infra/migrate.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { expect, it, onTestFinished } from 'vitest'
import { collect, freshStream, idsOf, newEvents, only, startFollowing } from '../contract/setup.ts'
import { Unavailable } from '../port.ts'
import { createPostgresEventLog } from './postgres-event-log.ts'

it('a server that restarts under load loses nothing, doubles nothing and ends no process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-log-'))
  const options = { dataFolder: join(folder, 'postgres'), password: 'test', port: await freePort() }
  let server = await startPostgres(options)
  await ensureDatabase(server.urlOf('postgres'), 'log')
  await migrate(server.urlOf('log'), { queryRolePassword: 'test' })
  const log = createPostgresEventLog({ connectionString: server.urlOf('log') })
  const follower = startFollowing(log, 'start')

  const streams = Array.from({ length: 6 }, () => freshStream())
  const stop = new AbortController()
  const writers = streams.map(async (stream) => {
    const acknowledged: string[] = []
    while (!stop.signal.aborted) {
      const events = newEvents(1)
      const expected = acknowledged.length === 0 ? 'noStream' : BigInt(acknowledged.length) - 1n
      // Who is told that the server does not answer sends the same again.
      for (;;) {
        try {
          await log.append(stream, expected, events)
          break
        } catch (error) {
          if (!(error instanceof Unavailable)) throw error
        }
      }
      acknowledged.push(...idsOf(events))
    }
    return acknowledged
  })
  for (let restarts = 0; restarts < 2; restarts += 1) {
    const seen = follower.events().length
    await expect.poll(() => follower.events().length, { timeout: 60_000 }).toBeGreaterThan(seen + 50)
    await server.stop()
    server = await startPostgres(options)
  }
  const seen = follower.events().length
  await expect.poll(() => follower.events().length, { timeout: 60_000 }).toBeGreaterThan(seen + 50)
  stop.abort()
  const acknowledged = (await Promise.all(writers)).flat()

  await expect.poll(() => follower.events().length, { timeout: 60_000 }).toBe(acknowledged.length)
  expect(idsOf(follower.events()).toSorted()).toEqual(acknowledged.toSorted())
  expect(follower.events().at(-1)?.position).toBe(BigInt(acknowledged.length))
  await follower.stop()
  await log.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('a server that falls silent: appends end as unavailable, and the identical call afterwards stores them once', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const proxy = await startProxy(Number(new URL(database.url).port))
  const through = new URL(database.url)
  through.port = String(proxy.port)
  const log = createPostgresEventLog({ connectionString: through.href })
  const [stream, other] = [freshStream(), freshStream()]
  await log.append(stream, 'noStream', newEvents(1))

  proxy.stall()
  const [events, others] = [newEvents(2), newEvents(2)]
  const appending = [log.append(stream, 0n, events), log.append(other, 'noStream', others)]
  for (const outcome of await Promise.allSettled(appending)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
  }
  proxy.recover()
  expect(await log.append(stream, 0n, events)).toMatchObject({ revision: 2n })
  expect(await log.append(other, 'noStream', others)).toMatchObject({ revision: 1n })
  expect(await collect(log.readAll('start', only(stream, other)))).toHaveLength(5)
  await log.close()
  await proxy.close()
})

/** Stands between the log and its server; can hold everything back without closing anything. */
async function startProxy(target: number) {
  const sockets = new Set<Socket>()
  let stalled = false
  const server = createServer((client) => {
    const upstream = dial(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => !stalled && to.write(bytes))
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on a port')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: address.port,
    stall: () => {
      stalled = true
    },
    recover: () => {
      cut()
      stalled = false
    },
    close: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
