import type { EventLog } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import type pg from 'pg'
import { createCore } from '../log/core.ts'
import type { Running } from './world.ts'

/** The process has died: whatever it was about to do, it does not do. */
export class Died extends Error {
  override readonly name = 'Died'
}

/** When a process dies: at which of its effects on the outside, before it or just after. */
export interface Death {
  readonly at: number
  readonly when: 'before' | 'after'
}

/**
 * A command process, without its port, that dies at one of the things which it does to the log, the vault, the database
 * or the object storage; nothing reaches any of these afterwards. It has folds of its own, as a process has.
 */
export function mortal({ core, pool, storage }: Running, death: Death) {
  let done = 0
  let dead = false
  async function live<T>(effect: () => Promise<T>): Promise<T> {
    if (dead) throw new Died()
    done += 1
    const isLast = done === death.at
    dead ||= isLast && death.when === 'before'
    if (dead) throw new Died()
    const [outcome] = await Promise.allSettled([effect()])
    dead ||= isLast
    if (dead) throw new Died()
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }
  const log: EventLog = { ...core.log, append: (...asked) => live(() => core.log.append(...asked)) }
  const vault: Vault = { ...core.vault, forget: (id) => live(() => core.vault.forget(id)) }
  const files: ObjectStorage = { ...storage, delete: (key) => live(() => storage.delete(key)) }
  return {
    deps: {
      core: createCore({ log, vault, lookupKey: core.lookupKey }),
      pool: { connect: async () => connectionThat(live, await pool.connect()) },
      storage: files,
    },
    /** How many effects it has had. */
    effects: () => done,
  }
}

type Live = <T>(effect: () => Promise<T>) => Promise<T>

/** A connection of a process that may die. Gone is gone: its locks go with it. */
function connectionThat(live: Live, client: pg.PoolClient): pg.PoolClient {
  const query = (text: string, values?: unknown[]) => live(() => client.query(text, values))
  return Object.assign(Object.create(client), { query, release: (broken?: boolean) => client.release(broken) })
}
