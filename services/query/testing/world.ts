import { randomBytes } from 'node:crypto'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import type { EventLog, Position } from '@forecourt/event-log/port.ts'
import { createVault, type Vault } from '@forecourt/event-log/vault/vault.ts'
import { createTestDatabase, type TestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { createLog, type Log } from '@forecourt/kit/logging.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import type { Pool } from 'pg'
import { vi } from 'vitest'
import type { Projection } from '../projection/apply-batch.ts'
import { readCheckpoint } from '../projection/checkpoint.ts'
import { type ProjectorOptions, type ProjectorState, runProjector } from '../projection/run-projector.ts'
import { LIVE } from '../projection/schema-name.ts'
import { createTeller } from '../projection/tell.ts'
import { beginStory, type Story } from './story.ts'

/** A projector that runs in this process. */
export interface Running {
  readonly states: readonly ProjectorState[]
  stop(): Promise<void>
}

/** A database, an event log and a vault of their own for a test file: the real ones. */
export class World implements AsyncDisposable {
  readonly masterKey = randomBytes(32).toString('base64')
  readonly lookupKey = randomBytes(32).toString('base64')
  readonly database: TestDatabase
  readonly eventLog: EventLog
  readonly vault: Vault
  readonly pool: Pool
  /** Lines that the product logged. */
  readonly lines: string[] = []
  readonly log: Log
  readonly story: Story
  readonly #running: Running[] = []

  private constructor(database: TestDatabase, eventLog: EventLog) {
    this.database = database
    this.log = createLog({ service: 'test', level: 'debug' }, { write: (line) => void this.lines.push(line) })
    this.eventLog = eventLog
    this.vault = this.openVault()
    this.pool = createPgPool({
      connectionString: database.url,
      applicationName: 'test',
      pipeline: true,
      log: this.log,
    })
    this.story = beginStory(this.eventLog, this.vault)
  }

  /** @param eventStoreUrl where the log is; in the database when absent */
  static async create(eventStoreUrl?: string): Promise<World> {
    const database = await createTestDatabase()
    return new World(database, await openEventLog({ eventStoreUrl, databaseUrl: database.url }))
  }

  /** Another process's view of the vault: it remembers nothing yet. */
  openVault(): Vault {
    return createVault({
      connectionString: this.database.url,
      masterKey: this.masterKey,
      lookupKey: this.lookupKey,
    })
  }

  projection(schema: string = LIVE): Omit<Projection, 'onPoison'> {
    return { pool: this.pool, schema, tell: createTeller(this.vault), log: this.log }
  }

  /** Starts a projector. @param tidyEvery see {@link ProjectorOptions} */
  project(schema: string = LIVE, tidyEvery?: ProjectorOptions['tidyEvery']): Running {
    const end = new AbortController()
    const states: ProjectorState[] = []
    const done = runProjector(
      {
        ...this.projection(schema),
        eventLog: this.eventLog,
        databaseUrl: this.database.url,
        ...(tidyEvery === undefined ? {} : { tidyEvery }),
        onState: (state) => void states.push(state),
      },
      end.signal,
    )
    const running: Running = {
      states,
      stop: async () => {
        end.abort()
        await done
      },
    }
    this.#running.push(running)
    return running
  }

  /** Resolves when the projector has made its read model. */
  async projecting(schema: string = LIVE): Promise<void> {
    await vi.waitFor(async () => {
      if ((await readCheckpoint(this.pool, schema)) === undefined) throw new Error(`${schema} is not there`)
    }, 60_000)
  }

  /** Resolves when the schema's rows have come to the log's end. */
  async caughtUp(schema: string = LIVE): Promise<Position> {
    const head = await this.eventLog.head()
    await vi.waitFor(
      async () => {
        const position = (await readCheckpoint(this.pool, schema))?.position ?? -1n
        if (position < head) throw new Error(`${schema} is at ${position}, the log at ${head}\n${this.#lastWords()}`)
      },
      { timeout: 60_000, interval: 10 },
    )
    return head
  }

  /** How the projectors are doing and what they complained of, for the message of a failing test. */
  #lastWords(): string {
    const states = this.#running.map((running) => running.states.slice(-5).join(', '))
    return [...states, ...this.lines.filter((line) => !line.includes('"level":"debug"')).slice(-10)].join('\n')
  }

  /** The table's rows as SQL gives them. */
  async rows(table: string, schema: string = LIVE): Promise<Record<string, unknown>[]> {
    const { rows } = await this.pool.query<Record<string, unknown>>(`select * from ${schema}.${table}`)
    return rows
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.map((running) => running.stop()))
    await this.eventLog.close()
    await this.vault.close()
    await this.pool.end()
    await this.database.drop()
  }
}
