import type { Log } from '@forecourt/kit/logging.ts'
import { filledSoFar } from '@forecourt/query/projection/filling.ts'
import { BeingBuilt, nextOf } from '@forecourt/query/projection/kept-models.ts'
import { rebuildBeside, rollBack } from '@forecourt/query/projection/rebuild.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { TABLES } from '@forecourt/query/projection/table.ts'
import { createTeller } from '@forecourt/query/projection/tell.ts'
import type { QueryConfig } from 'pg'
import { type Command, RefusedError, StoppedError, UsageError } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { watched } from './watched.ts'

const projection = ({ pool, core, log }: Platform) => ({ pool, schema: LIVE, tell: createTeller(core.vault), log })

/** Number of the advisory lock of whoever replaces the live read model. */
export const REBUILDING = 727_276

/** A connection that is lost by now is not waited for; the driver knows this limit, in milliseconds, and its types do not. */
const GIVE_BACK: QueryConfig & { readonly query_timeout: number } = {
  text: 'select pg_advisory_unlock($1)',
  values: [REBUILDING],
  query_timeout: 1_000,
}

/** Two of them would write into one schema. @throws {RefusedError} another one is at work */
async function alone<Answer>({ pool }: Platform, work: () => Promise<Answer>): Promise<Answer> {
  const holder = await pool.connect()
  let mine = false
  try {
    const { rows } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [REBUILDING])
    mine = rows[0]?.mine === true
    if (!mine) throw new RefusedError('rebuild-running', 'another rebuild or rollback is at work')
    return await work()
  } finally {
    // Whoever hears that this one is done may begin the next: the server notices the connection's end only after a moment,
    // which gives the lock back where this cannot.
    if (mine) await holder.query(GIVE_BACK).catch(() => undefined)
    holder.release(true)
  }
}

/** The projections, by the names of their tables. */
const PROJECTIONS: readonly string[] = Object.values(TABLES).map(({ name }) => name)

/**
 * All projections share one checkpoint, which says up to where every row has come, and figures follow from other rows: one
 * alone would be of another time than those beside it. So each may be named, and all are made anew.
 * @throws {UsageError} there is none of that name
 */
function expectProjection(name: string | undefined): void {
  if (name === undefined || PROJECTIONS.includes(name)) return
  throw new UsageError(`there is no projection "${name}", but: ${PROJECTIONS.join(', ')}`)
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'its reason is not known')

const GO_ON = 'run the same command again to go on from there'

/** `forecourt rebuild`: the read model anew from the log, beside the one that is asked meanwhile. */
export const rebuildCommand: Command = {
  name: 'rebuild',
  summary: 'make the read model anew from the log, beside the live one, and put it in its place',
  mayFollow: 'PROJECTION',
  example: 'forecourt rebuild',
  explained: [
    [
      'PROJECTION',
      'which one is wrong; all are made anew and swapped in one transaction, as they share one checkpoint',
    ],
    ['--from-scratch', 'do not go on with what a rebuild that was stopped has made'],
    ['--no-swap', 'leave it beside the live one'],
  ],
  options: { 'from-scratch': { type: 'boolean' }, 'no-swap': { type: 'boolean' } },
  async run(given, platform, progress) {
    expectProjection(given.following())
    const { core, pool } = platform
    const begun = performance.now()
    const before = await filledSoFar(pool, nextOf(LIVE))
    const building = watched(core.log, progress, await core.log.head(), platform.isDense, before?.events)
    const noted: string[] = []
    const log: Log = { ...platform.log, warn: ({ error }, message) => noted.push(`${message} (${reasonOf(error)})`) }
    const built = await alone(platform, () =>
      rebuildBeside(
        { ...projection({ ...platform, log }), eventLog: core.log },
        {
          anew: given.flag('from-scratch'),
          swap: () => !given.flag('no-swap') && !progress.signal.aborted,
          building,
        },
      ),
    ).catch((error: unknown) => {
      if (error instanceof BeingBuilt) throw new RefusedError('rebuild-running', 'a projector is at work on the same')
      throw error instanceof StoppedError ? new StoppedError(`stopped: ${GO_ON}`) : error
    })
    if (progress.signal.aborted && !built.swapped) {
      throw new StoppedError(`stopped at position ${built.position}: ${GO_ON}`)
    }
    const { eventsRead: events } = building
    const seconds = (performance.now() - begun) / 1_000
    const eventsPerSecond = Math.round(events / Math.max(seconds, 0.001))
    return {
      sentences: [
        built.swapped
          ? `The read model was made anew up to position ${built.position} and is asked from now on. "forecourt rollback" brings the old one back, until somebody is erased.`
          : `The read model was made anew up to position ${built.position}; the old one is asked still.`,
        `${events} events in ${seconds.toFixed(1)} s, ${eventsPerSecond} events/s.`,
        ...noted.map((line) => `On its way: ${line}.`),
      ],
      facts: { position: String(built.position), swapped: built.swapped, events, eventsPerSecond },
    }
  },
}

/** `forecourt rollback`: the read model that the last rebuild took out of use is put back. */
export const rollbackCommand: Command = {
  name: 'rollback',
  summary: 'put the read model back that the last rebuild has replaced',
  example: 'forecourt rollback',
  explained: [],
  options: {},
  async run(_given, platform, progress) {
    const { core, isDense } = platform
    const building = watched(core.log, progress, await core.log.head(), isDense)
    const swap = () => !progress.signal.aborted
    const options = { ...projection(platform), eventLog: core.log }
    const position = await alone(platform, () => rollBack(options, { building, swap }))
    if (position === 'stopped') throw new StoppedError('stopped: the same read model is asked as before')
    if (typeof position === 'string') {
      const [code, message] = WHY_NOT[position]
      throw new RefusedError(code, message)
    }
    return {
      sentences: [`The older read model is asked again; it has come to position ${position}.`],
      facts: { position: String(position) },
    }
  },
}

const WHY_NOT = {
  none: ['nothing-kept', 'no older read model is kept: none was replaced, or somebody was erased since'],
  newer: [
    'nothing-older-kept',
    'nothing older is kept to go back to: the last rollback has brought it back already. "forecourt rebuild" makes the newer one anew',
  ],
  'another-shape': ['another-shape', 'the read model that is kept has another shape than this version knows'],
  'beyond-log': [
    'beyond-log',
    'the read model that is kept shows what the log does not have any more, since that was put back as it was earlier',
  ],
} as const
