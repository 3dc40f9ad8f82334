import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { EVERYTHING, type EventLog, parsePosition } from '@forecourt/event-log/port.ts'
import { isSealed } from '@forecourt/event-log/seals/chain.ts'
import { sealsInFile } from '@forecourt/event-log/seals/seal-file.ts'
import { secondsBehind } from '@forecourt/event-log/seconds-behind.ts'
import { NEWEST_MIGRATION } from '@forecourt/kit/newest-migration.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { parkedStreams } from '@forecourt/query/projection/parked.ts'
import { MODEL } from '@forecourt/query/projection/schema.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { filesMissing } from '../backup/files-known.ts'
import type { Platform } from '../platform.ts'
import { reactorLag } from '../projection/reactor-lag.ts'
import { BESIDE_DATABASE } from './beside-database.ts'
import { amiss, type Check, type Finding, first, well } from './check.ts'
import { clockDifference } from './clock-difference.ts'

/** Oldest versions that the product is tested with. */
const OLDEST_NODE = 24
const OLDEST_POSTGRES = 15

/** Clocks may differ by so much, in milliseconds: sessions and links count in hours. */
const CLOCKS_DIFFER = 5_000
/** Less than this of a disk is too little, in bytes. */
const ROOM = 1024 ** 3
/** Mails that wait longer than this are a backlog, and so are screens that are further behind; in seconds. */
const MAIL_WAITS = 900
const SCREENS_BEHIND = 30
/** Seals are put each half minute; a log whose newest seal is older than this has no sealer, in seconds. */
const UNSEALED = 600

/** All checks, in the order in which they are told of: what others need comes before them. */
export const CHECKS: readonly Check[] = [
  {
    name: 'Node',
    look: async () => {
      const { node } = process.versions
      return Number.parseInt(node, 10) >= OLDEST_NODE
        ? well(`version ${node}`)
        : amiss(`version ${node} is too old: ${OLDEST_NODE} or later is needed`)
    },
  },
  {
    name: 'PostgreSQL',
    look: async ({ pool }) => {
      const { version, size } = await first(
        pool.query<{ version: number; size: string }>(
          "select current_setting('server_version_num')::int / 10000 as version, pg_size_pretty(pg_database_size(current_database())) as size",
        ),
      )
      return version >= OLDEST_POSTGRES
        ? well(`version ${version}, the database has ${size}`)
        : amiss(`version ${version} is too old: ${OLDEST_POSTGRES} or later is needed`)
    },
  },
  {
    name: 'migrations',
    look: async ({ pool }) => {
      const { rows } = await pool.query<{ name: string }>('select name from public.migrations order by number')
      const [newest, isKnown] = [rows.at(-1)?.name, rows.some(({ name }) => name === NEWEST_MIGRATION)]
      const lacking = rows.findIndex(({ name }, index) => Number.parseInt(name, 10) !== index + 1)
      if (lacking !== -1)
        return amiss(`the database lacks a migration before ${rows[lacking]?.name}: restore it from a back-up`)
      if (newest === NEWEST_MIGRATION) return well(`up to ${newest}`)
      return isKnown
        ? amiss(`the database has had ${newest}, which this version does not know: it is of a newer one`)
        : amiss(`the database has had none behind ${newest}: run infra/migrate-main.ts, up to ${NEWEST_MIGRATION}`)
    },
  },
  {
    name: 'clocks',
    look: async ({ pool, call }) => {
      const difference = await clockDifference(pool, () => call.now())
      return difference <= CLOCKS_DIFFER
        ? well(`the database's differs from this machine's by ${difference} ms`)
        : amiss(`the database's differs from this machine's by ${difference} ms: let both follow a time server`)
    },
  },
  {
    name: 'free disk',
    look: async ({ dataFolder, seals }) => {
      const here = dataFolder ?? 'here (ask the disks of PostgreSQL and EventStoreDB themselves)'
      const places: [folder: string, place: string][] = [[dataFolder ?? process.cwd(), here]]
      if (seals.file !== undefined) places.push([dirname(seals.file), 'where SEAL_FILE is'])
      const all = await Promise.all(places.map(async ([folder, place]) => ({ place, free: await freeOf(folder) })))
      const said = all.map(({ place, free }) => `${(free / 1024 ** 3).toFixed(1)} GB free, ${place}`).join('; ')
      return all.every(({ free }) => free >= ROOM)
        ? well(said)
        : amiss(`${said}: make room, or what writes to this disk stops`)
    },
  },
  {
    name: 'event log',
    look: async ({ core, isDense }) =>
      well(`${isDense ? 'in PostgreSQL' : 'in EventStoreDB'}, up to position ${await core.log.head()}`),
  },
  {
    name: 'read model',
    look: async ({ pool, core, call }) => {
      const checkpoint = await readCheckpoint(pool, LIVE)
      if (checkpoint === undefined) return amiss('there is none yet: start the projector')
      if (checkpoint.model !== MODEL) {
        return amiss(`it is of shape ${checkpoint.model}, this version's is ${MODEL}: start this version's projector`)
      }
      const behind = await secondsBehind(core.log, checkpoint.position, call.now())
      return behind <= SCREENS_BEHIND
        ? well(`shape ${MODEL}, ${behind.toFixed(0)} s behind the log`)
        : amiss(`${behind.toFixed(0)} s behind the log: is the projector running? See "forecourt lag"`)
    },
  },
  {
    name: 'parked streams',
    look: async ({ pool }) => {
      const parked = await parkedStreams(pool, LIVE)
      return parked.length === 0 ? well('none') : amiss(`${parked.length}: "forecourt parked list" says why`)
    },
  },
  {
    name: 'double bookings',
    look: async ({ pool }) => {
      const { count } = await first(
        pool.query<{ count: number }>(`select count(*)::int as count from ${LIVE}.double_bookings`),
      )
      return count === 0
        ? well('none')
        : amiss(`${count}: "forecourt diff" tells whether the log or the read model is wrong`)
    },
  },
  {
    name: 'mails',
    look: async (platform) => {
      const { seconds } = await reactorLag(platform)
      if (seconds > MAIL_WAITS) {
        return amiss(
          `nobody has looked for ${(seconds / 60).toFixed(0)} minutes at what the log calls for: do the workers' log lines say why?`,
        )
      }
      const { count } = await first(
        platform.pool.query<{ count: number }>(
          `select count(*)::int as count from reactions.due
           where not settled and due_since < clock_timestamp() - make_interval(secs => $1)`,
          [MAIL_WAITS],
        ),
      )
      return count === 0
        ? well('none has waited long')
        : amiss(
            `${count} mails or documents have waited for more than ${MAIL_WAITS / 60} minutes: are the workers running?`,
          )
    },
  },
  {
    name: 'register of files',
    look: async ({ pool }) => {
      const missing = await filesMissing(pool)
      return missing === 0
        ? well('the vault knows all files that it knew')
        : amiss(
            `the vault lacks ${missing} that it knew, and no file is deleted: "forecourt restore FOLDER --vault", or "forecourt accept-loss"`,
          )
    },
  },
  ...BESIDE_DATABASE,
  { name: 'seals', look: lookAtSeals },
]

/** Bytes that are free on the disk of the folder; none where there is no such folder. */
async function freeOf(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function lookAtSeals({ core, seals, call }: Platform): Promise<Finding> {
  if (seals.publicKeys.size === 0) return amiss('SEAL_PUBLIC_KEYS is not set: nobody can check the log')
  if (seals.file === undefined) return amiss('SEAL_FILE is not set: whoever cuts off the log can cut off its seals')
  let through: string | undefined
  for await (const seal of sealsInFile(seals.file)) through = seal.throughPosition
  if (through === undefined) return amiss(`${seals.file} has no seal yet: do the workers have SEAL_KEY?`)
  const oldest = await firstUnsealed(core.log, through)
  const seconds = oldest === undefined ? 0 : (call.now().getTime() - oldest.getTime()) / 1_000
  return seconds <= UNSEALED
    ? well(`up to position ${through}`)
    : amiss(`the newest is at position ${through}, ${(seconds / 60).toFixed(0)} minutes ago: are the workers running?`)
}

async function firstUnsealed(log: EventLog, through: string): Promise<Date | undefined> {
  const after = parsePosition(through)
  if (after === undefined) return undefined
  for await (const event of log.readAll(after, EVERYTHING)) if (isSealed(event)) return event.recordedAt
  return undefined
}
