import { afterEach, beforeEach } from 'vitest'
import type { EventLog } from '../../port.ts'
import type { Deadlines } from '../deadlines.ts'
import { createEventStoreEventLog } from '../eventstore-event-log.ts'
import { type FakeServer, startFakeServer } from '../fake/server.ts'

/** Deadlines that a test can wait for; `total` is for whoever is not to wait for it, on a machine that stands still for seconds. */
export const SHORT: Deadlines = { call: 300, total: 60_000, backoff: 400, silence: 50, look: 300 }

/** How long a condition may take to come true. */
export const WITHIN = { timeout: 60_000, interval: 20 }

/** What each test finds fresh: a fake server and an adapter with short deadlines on it. */
export interface Trouble {
  server: FakeServer
  log: EventLog
  /** Why subscriptions dropped, so far. */
  drops: unknown[]
  /** Another adapter on the same server; the test closes it. */
  open: (deadlines?: Partial<Deadlines>) => EventLog
}

/** Calls the tests' own set-up before each of them. */
export function eachInTrouble(use: (trouble: Trouble) => void): void {
  let current: Trouble | undefined
  beforeEach(async () => {
    const server = await startFakeServer()
    const drops: unknown[] = []
    const open = (deadlines: Partial<Deadlines> = {}) =>
      createEventStoreEventLog({
        connectionString: server.url,
        deadlines: { ...SHORT, ...deadlines },
        onDrop: (reason) => drops.push(reason),
      })
    current = { server, log: open(), drops, open }
    use(current)
  })
  afterEach(async () => {
    await current?.log.close()
    await current?.server.close()
  })
}
