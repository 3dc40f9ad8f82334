import type { KeyObject } from 'node:crypto'
import { begin } from '@forecourt/command/log/begin.ts'
import type { Call } from '@forecourt/command/log/call.ts'
import { type Core, createCore } from '@forecourt/command/log/core.ts'
import type { AuditEvent } from '@forecourt/domain/catalogue.ts'
import { AUDIT_STREAM } from '@forecourt/domain/streams.ts'
import { openEventLog } from '@forecourt/event-log/open-event-log.ts'
import type { Position } from '@forecourt/event-log/port.ts'
import { publicKeys } from '@forecourt/event-log/seals/keys.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { CONFIG, readConfig } from '@forecourt/kit/config.ts'
import { createLog, type Log } from '@forecourt/kit/logging.ts'
import { createObjectStorage, type ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { createPgPool } from '@forecourt/kit/postgres.ts'
import type pg from 'pg'
import { operatorName } from './operator-name.ts'
import { operatorSettings } from './settings.ts'

/** The platform as an operator reaches it: the same commands as everybody's, with an operator as the actor. */
export interface Platform {
  readonly core: Core
  readonly pool: pg.Pool
  /** Where browsers find the product, without a slash at the end. */
  readonly publicUrl: string
  readonly call: Call
  readonly log: Log
  /** `DATABASE_URL`. */
  readonly databaseUrl: string
  /** What wraps the keys of persons, and what another has wrapped while one replaces the other. */
  readonly masterKeys: { readonly present: KeyObject; readonly other: KeyObject | undefined }
  /** What seals over the log are checked with; no key when none is configured. */
  readonly seals: { readonly publicKeys: ReturnType<typeof publicKeys>; readonly file: string | undefined }
  /**
   * Opens the object storage; whoever opens it closes it.
   * @throws {ConfigError} its variables are missing: most commands need none of them
   */
  readonly openStorage: () => ObjectStorage
  /**
   * Where the workers' queue and mail server are, as far as it is configured here; no queue's address: it is in PostgreSQL.
   * @throws {ConfigError} one of the variables is wrong: only who asks needs them
   */
  readonly delivery: () => { readonly redisUrl: string | undefined; readonly smtpUrl: string | undefined }
  /** Data folder of an embedded run; undefined when this is none. */
  readonly dataFolder: string | undefined
  /** Whether positions of the log count its events. */
  readonly isDense: boolean
  /**
   * Writes down that what is sealed was shown, before it is shown: nobody looks unseen.
   * @param subjectIds whose data it is, customers and members of staff; none when there was nobody's in it
   * @param command what was asked, without anything personal: it is kept for ever
   */
  readonly recordRevelation: (subjectIds: readonly string[], command: string) => Promise<void>
  /** Writes down that every row was compared with the log up to the position, and how many differ. */
  readonly recordComparison: (through: Position, differences: number) => Promise<void>
  close(): Promise<void>
}

/** An event has room for the ids of so many people. */
const OF_ONE_EVENT = 1_000

/**
 * Opens the platform that the configuration names.
 * @throws {ConfigError} naming the variables that are missing or wrong
 */
export async function openPlatform(environment: Readonly<Record<string, string | undefined>>): Promise<Platform> {
  const config = operatorSettings(environment)
  const log = await openEventLog({ eventStoreUrl: config.EVENTSTORE_URL, databaseUrl: config.DATABASE_URL })
  const vault = createVault({
    connectionString: config.DATABASE_URL,
    masterKey: config.MASTER_KEY,
    otherMasterKey: config.OTHER_MASTER_KEY,
    lookupKey: config.LOOKUP_KEY,
  })
  const silent = createLog({ service: 'operator', level: 'silent' })
  const pool = createPgPool({
    connectionString: config.DATABASE_URL,
    applicationName: 'forecourt operator',
    max: 6,
    pipeline: true,
    patient: true,
    log: silent,
  })
  const core = createCore({ log, vault, lookupKey: keyFromBase64(config.LOOKUP_KEY) })
  const call: Call = {
    actor: { kind: 'operator', name: operatorName(config.FORECOURT_OPERATOR) },
    now: () => new Date(),
  }
  async function audit(event: AuditEvent): Promise<void> {
    const about = { stream: AUDIT_STREAM, tenantId: undefined, resource: 'audit', asked: event }
    await log.append(AUDIT_STREAM, 'any', begin(core, call, about).encode([event], undefined))
  }
  return {
    core,
    pool,
    publicUrl: config.PUBLIC_URL,
    call,
    log: silent,
    databaseUrl: config.DATABASE_URL,
    masterKeys: {
      present: keyFromBase64(config.MASTER_KEY),
      other: config.OTHER_MASTER_KEY === undefined ? undefined : keyFromBase64(config.OTHER_MASTER_KEY),
    },
    seals: { publicKeys: publicKeys(config.SEAL_PUBLIC_KEYS ?? []), file: config.SEAL_FILE },
    openStorage: () => {
      const files = readConfig(CONFIG.operatorFiles, environment)
      return createObjectStorage({
        endpoint: files.S3_ENDPOINT,
        publicEndpoint: files.S3_PUBLIC_ENDPOINT,
        region: files.S3_REGION,
        accessKeyId: files.S3_ACCESS_KEY_ID,
        secretAccessKey: files.S3_SECRET_ACCESS_KEY,
        bucket: files.S3_BUCKET,
      })
    },
    delivery: () => {
      const { REDIS_URL: redisUrl, SMTP_URL: smtpUrl } = readConfig(CONFIG.operatorChecks, environment)
      return { redisUrl, smtpUrl }
    },
    dataFolder: environment.FORECOURT_DATA === '' ? undefined : environment.FORECOURT_DATA,
    isDense: config.EVENTSTORE_URL === undefined,
    async recordRevelation(subjectIds, command) {
      const all = [...new Set(subjectIds)].toSorted()
      for (let from = 0; from === 0 || from < all.length; from += OF_ONE_EVENT) {
        const some = all.slice(from, from + OF_ONE_EVENT)
        await audit({ type: 'PersonalDataRevealed', data: { subjectIds: some, command } })
      }
    },
    recordComparison: (through, differences) =>
      audit({ type: 'ReadModelCompared', data: { throughPosition: String(through), differences } }),
    async close() {
      await log.close()
      await vault.close()
      await pool.end()
    },
  }
}
