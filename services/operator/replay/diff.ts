import { CUSTOMER_STREAMS } from '@forecourt/domain/streams.ts'
import type { Position } from '@forecourt/event-log/port.ts'
import { PoisonEvent } from '@forecourt/query/projection/apply-batch.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import {
  type Compared,
  compareRows,
  membersThatDiffer,
  type RowDifference,
} from '@forecourt/query/projection/compare.ts'
import { whoSaid } from '@forecourt/query/projection/licence-verdict.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { DatabaseError, type PoolClient } from 'pg'
import { type Command, type Progress, RefusedError, type Result, StoppedError } from '../cli/command.ts'
import { mask } from '../history/mask.ts'
import type { Platform } from '../platform.ts'
import { liveModel } from '../projection/live-model.ts'
import { expectOurShape } from '../projection/our-shape.ts'
import { withScratch } from './scratch.ts'
import { isOpen } from './shown.ts'
import { lastTouches, type Touch } from './touched.ts'

interface Found extends RowDifference {
  readonly touched: Touch | undefined
}

/** `forecourt diff`: whether the screens tell the truth. Exit code 1 when they do not. */
export const diff: Command = {
  name: 'diff',
  onlyReads: true,
  summary: 'replay the log and compare each row with the live read model',
  example: 'forecourt diff --nightly',
  explained: [
    ['--nightly', 'write the result to the log'],
    ['--reveal', 'show what differs as it is, personal or not; that you looked is written to the log'],
  ],
  options: { nightly: { type: 'boolean' }, reveal: { type: 'boolean' } },
  async run(given, platform, progress) {
    const reveal = given.flag('reveal')
    const begun = performance.now()
    const compared = await compareWithLog(platform, progress)
    const { position, differences, further, poison } = compared
    const rows = differences.map((difference) => ({ ...difference, at: versionOf(difference) }))
    const touches = await lastTouches(platform, progress, rows, position)
    const found = differences.map((difference, index) => ({ ...difference, touched: touches[index] }))
    const seconds = (performance.now() - begun) / 1_000
    if (given.flag('nightly')) {
      await platform.recordComparison(position, found.length + further + (poison === undefined ? 0 : 1))
    }
    if (reveal) await platform.recordRevelation(differences.flatMap(subjectsOf), 'diff')
    return told({ position, found, further, poison, seconds }, reveal)
  },
}

/**
 * Of a tenant's row, where its last event is that has to do with what differs: by the log each version, the tenant's own and
 * those of parts, is the position of the last event that changed what it is a version of. Undefined for any other row.
 */
function versionOf(difference: RowDifference): bigint | undefined {
  if (difference.table !== 'tenants' || difference.replayed === null) return undefined
  const versions = membersThatDiffer(difference).map(([, , replayed]) => replayed)
  const positions = versions.filter((version) => typeof version === 'number')
  return positions.length === 0 ? undefined : BigInt(Math.max(...positions))
}

/** Whose row it is, a customer's or a member's of staff, and which of the staff it names. */
function subjectsOf({ live, replayed }: RowDifference): string[] {
  const ids = [live, replayed].flatMap((row) => [
    row?.customer_id,
    row?.user_id,
    row?.licence_checked_by,
    typeof row?.licence_verdict === 'string' ? whoSaid(row.licence_verdict) : undefined,
    row?.actor_kind === 'member' ? row.actor_id : undefined,
  ])
  return ids.filter((id) => typeof id === 'string')
}

interface ComparedWithLog extends Compared {
  /** Up to where both have come. */
  readonly position: Position
  /** Why the log could not be replayed to its end. */
  readonly poison: string | undefined
}

/** A read model that is replaced so often meanwhile has somebody at work on it. */
const ANEW_AT_MOST = 3

/** Begins anew when the live read model was replaced meanwhile, or rows differ that may be of somebody who was erased meanwhile. */
async function compareWithLog(platform: Platform, progress: Progress): Promise<ComparedWithLog> {
  for (let anew = 0; anew <= ANEW_AT_MOST; anew += 1) {
    const before = await liveModel(platform.pool)
    const isReplaced = async () => (await liveModel(platform.pool)) !== before
    const compared = await compareOnce(platform, progress).catch(async (error: unknown) => {
      // The tables that it looked at are gone.
      if (error instanceof DatabaseError && (await isReplaced())) return undefined
      throw error
    })
    if (compared === undefined || (await isReplaced())) continue
    const isTold = anew === ANEW_AT_MOST || !differs(compared)
    if (isTold || !(await isAnybodyErasedAfter(platform, compared.position))) return compared
  }
  throw new RefusedError(
    'read-model-replaced',
    'the live read model is being replaced: run the same command again later',
  )
}

const differs = ({ differences, further }: Compared): boolean => differences.length + further > 0

/** Their rows were seen as they were, and what is sealed of them opens no more for the replay: it shows others, and both are right. */
async function isAnybodyErasedAfter({ core }: Platform, position: Position): Promise<boolean> {
  for await (const { type } of core.log.readAll(position, { prefixes: [CUSTOMER_STREAMS] })) {
    if (type === 'CustomerErased') return true
  }
  return false
}

/** The live rows are seen as they are at one moment; then the log is replayed up to just there. Nobody has to wait. */
async function compareOnce(platform: Platform, progress: Progress): Promise<ComparedWithLog> {
  const client = await platform.pool.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    const live = await readCheckpoint(client, LIVE)
    if (live === undefined) throw new RefusedError('no-read-model', 'there is no read model yet: start the projector')
    expectOurShape(live)
    const { position } = live
    const compare = (schema: string) => compareWith(client, platform, schema, progress)
    const compared = await withScratch(platform, progress, position, compare).catch((error: unknown) => {
      if (error instanceof PoisonEvent) return error.message
      throw error
    })
    return typeof compared === 'string'
      ? { position, differences: [], further: 0, poison: compared }
      : { position, ...compared, poison: undefined }
  } finally {
    // It ends the transaction, too. A rollback would fail where the connection is lost, and hide why.
    client.release(true)
  }
}

async function compareWith(
  live: PoolClient,
  { pool }: Platform,
  schema: string,
  progress: Progress,
): Promise<Compared> {
  const client = await pool.connect()
  try {
    return await compareRows({ client: live, schema: LIVE }, { client, schema }, (done, all) => {
      if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
      progress.report(done, all)
    })
  } finally {
    client.release()
  }
}

interface ToTell extends Pick<ComparedWithLog, 'position' | 'further' | 'poison'> {
  readonly found: readonly Found[]
  readonly seconds: number
}

function told({ position, found, further, poison, seconds }: ToTell, reveal: boolean): Result {
  const lines = found.flatMap((difference) => [
    `${difference.table} ${difference.key}: ${presence(difference)}`,
    ...membersThatDiffer(difference).map(([name, a, b]) => {
      const isShown = reveal || isOpen(difference.table, name)
      return `  ${name}: live ${show(a, isShown)}, replayed ${show(b, isShown)}`
    }),
    `  last touched by ${touchInWords(difference.touched)}`,
  ])
  const facts = {
    position: String(position),
    differences: found.map(({ table, key, touched, ...difference }) => ({
      table,
      key,
      members: membersThatDiffer({ table, key, ...difference }).map(([name]) => name),
      touched: touched && { ...touched, position: String(touched.position) },
    })),
    further,
    ...(poison === undefined ? {} : { poison }),
  }
  if (poison !== undefined) return { sentences: [`The log cannot be replayed: ${poison}`], facts, amiss: true }
  if (found.length === 0) {
    return {
      sentences: [`Every row is what the log says, up to position ${position} (${seconds.toFixed(1)} s).`],
      facts,
    }
  }
  const rows = further === 0 ? `${found.length} rows are` : `At least ${found.length + further} rows are`
  const shown = further === 0 ? '' : ` ${found.length} of them are shown.`
  return { sentences: [...lines, '', `${rows} not what the log says.${shown}`], facts, amiss: true }
}

function show(value: unknown, isShown: boolean): string {
  if (value === undefined) return '(not there)'
  return typeof value === 'string' && !isShown ? `"${mask(value)}"` : JSON.stringify(value)
}

function presence({ live, replayed }: RowDifference): string {
  if (live === null) return 'the live read model lacks it'
  return replayed === null ? 'the log knows nothing of it' : 'it differs'
}

const touchInWords = (touch: Touch | undefined) =>
  touch === undefined ? 'no one event' : `${touch.type} at position ${touch.position} (${touch.at})`
