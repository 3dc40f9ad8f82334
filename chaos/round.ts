import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { EVERYTHING, type Recorded } from '@forecourt/event-log/port.ts'
import { unlessStopped } from '@forecourt/infra/embedded/stop-signal.ts'
import { openPlatform } from '@forecourt/operator/platform.ts'
import { openMailQueue } from '@forecourt/workers/queue/mail-queue.ts'
import { chanceOf } from '../tests/system/support/random.ts'
import { beginAnew } from './begin-anew.ts'
import { BACK_WITHIN, STARTS } from './checker/damage.ts'
import { type BookingDocument, documentsIn } from './checker/documents.ts'
import { gather } from './checker/gather.ts'
import { judge, type Verdict } from './checker/verdict.ts'
import type { Deliveries } from './faults/deliveries.ts'
import { planFaults } from './faults/plan.ts'
import { runFaults } from './faults/run-faults.ts'
import type { FaultName } from './history.ts'
import { type HistoryWriter, readHistory, writeHistory } from './history-file.ts'
import { livesOf, lookAtScreens, lookThrough, readAll } from './load/people.ts'
import { replayMeanwhile } from './load/replays.ts'
import { type Business, foundTown, witnessedTenant } from './load/town.ts'
import { whileBusy } from './load/while-busy.ts'
import { notBack } from './not-back.ts'
import { OWN_SERVERS } from './platform/own-server.ts'
import { type Platform, type Production, startPlatform } from './platform/platform.ts'
import { settle } from './settle.ts'
import { notingStandstills } from './standstills.ts'

const BUSINESSES = 3
const VEHICLES = 25

/** People go on for longer after the last fault than the system may take to answer again: by so many milliseconds. */
const AFTERMATH = 2_000

/** Never is it to be away for longer than this, in milliseconds: else who starts slowly would be given more time to come back. */
const LONGEST_AWAY = 45_000

/** In the round's folder. */
export const HISTORY = 'history.jsonl'

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1)

interface Round {
  /** An empty one, for the history and all else that is kept. */
  readonly folder: string
  readonly seed: number
  readonly milliseconds: number
  /** Staff of each business. */
  readonly clerks: number
  readonly smallDisks: boolean
  readonly production: Production
  readonly say: (line: string) => void
  /** Aborts when the round is to come to its end early. */
  readonly stop: AbortSignal
  /** Aborts when it is to end at once. */
  readonly hurry: AbortSignal
}

export interface Outcome extends Verdict {
  /** Faults that could not be made, and why. */
  readonly impossible: ReadonlyMap<FaultName, string>
}

/**
 * Runs the product under load and faults from an empty folder to rest.
 * @throws the reason of the stop when it comes before anybody is busy, or when not all has followed soon enough after it:
 *   there is nothing that could be checked; what kept somebody from going on, with the history and the log in the folder
 * @throws CannotWrite as soon as the history cannot be written, the reason of the hurry as soon as there is one
 */
export async function runRound({ smallDisks, production, ...round }: Round): Promise<Outcome> {
  const { folder, say, stop, hurry } = round
  await using platform = await startPlatform({
    folder,
    smallDisks,
    production,
    proxies: true,
    rateLimitFactor: '1000',
    say,
    stop,
  })
  const businesses = await unlessStopped(stop, async () => {
    const town = await foundTown(platform, { businesses: BUSINESSES, vehicles: VEHICLES, accounts: round.clerks })
    // Nobody may be told that there is no such vehicle because its row is some milliseconds behind.
    const missing = await settle(platform, stop)
    if (missing !== undefined) throw new Error(`before anybody was busy, ${missing}`)
    return town
  })
  const history = notingStandstills(writeHistory(join(folder, HISTORY)))
  history.write({ kind: 'beginning', seed: round.seed, at: Date.now(), tenants: businesses.map(witnessedTenant) })
  const atOnce = AbortSignal.any([hurry, history.lost])
  try {
    return await unlessStopped(atOnce, () => live(platform, businesses, history, { ...round, atOnce }))
  } finally {
    history.endNoting()
  }
}

/** People are busy, faults are made; then what has followed from it is waited for and judged. */
async function live(
  platform: Platform,
  businesses: readonly Business[],
  history: HistoryWriter,
  {
    folder,
    seed,
    milliseconds,
    clerks,
    say,
    stop,
    atOnce,
  }: Omit<Round, 'smallDisks' | 'production'> & { readonly atOnce: AbortSignal },
): Promise<Outcome> {
  const queue = await openMailQueue({
    redisUrl: platform.redisUrl,
    databaseUrl: platform.databaseUrl,
    log: platform.log,
  })
  const backWithin = Math.min(LONGEST_AWAY, Math.max(BACK_WITHIN, STARTS * platform.startedIn))
  say(
    `all processes started in ${seconds(platform.startedIn)} s: it is to answer within ${seconds(backWithin)} s of a kill`,
  )
  for (const [name, why] of platform.impossible) say(`${name} is skipped: ${why}`)
  const deliveries: Deliveries = { queue, doubled: false }
  const plan = planFaults(chanceOf(seed), {
    lasts: milliseconds,
    backWithin,
    possible: (name) => !platform.impossible.has(name),
    servers: OWN_SERVERS.filter((name) => platform.servers[name] !== undefined),
  })
  // Of a chance of their own: what people do is the same where other faults can be made.
  const lives = livesOf({ platform, businesses, history, deliveries, clerks, seed: chanceOf(seed + 1).below(2 ** 30) })
  const faults = await whileBusy(
    [...lives, (over: AbortSignal) => replayMeanwhile(platform.environment, history, over)].map(
      (life) => (over) => life(AbortSignal.any([over, atOnce])),
    ),
    async (broken) => {
      const cut = AbortSignal.any([stop, atOnce, broken])
      const began = performance.now()
      const count = await runFaults({ platform, deliveries, history, plan, signal: cut, say })
      const aftermath = count === 0 ? 0 : backWithin + AFTERMATH
      const lingering = delay(Math.max(aftermath, milliseconds - (performance.now() - began)), undefined, {
        signal: cut,
      }).catch(() => delay(broken.aborted ? 0 : aftermath))
      // While people are busy still: that is when it counts.
      const missing = await notBack(Object.values(platform.processes), backWithin, AbortSignal.any([atOnce, broken]))
      for (const process of missing) history.write({ kind: 'missing', process, at: Date.now() })
      await lingering
      return count
    },
  )
    .then(async (count) => {
      history.write({ kind: 'quiet', at: Date.now() })
      await lookThrough({ platform, businesses, history })
      return count
    })
    .catch(async (error: unknown) => {
      atOnce.throwIfAborted()
      await keepLog(folder, platform.eventLog.readAll('start', EVERYTHING)).catch((cause: unknown) =>
        say(`the log cannot be kept beside the history: ${String(cause)}`),
      )
      await history.close()
      throw error
    })
  atOnce.throwIfAborted()
  say(`${faults} of ${plan.length} planned faults have hit somebody; waiting until all has followed …`)
  await followed(platform, history, { say, stop })
  await readAll({ platform, businesses, history }, await documentsOf(platform))
  await queue.close()
  await screensOf(platform, businesses, history, { backWithin, atOnce })
  await end(platform, history, { say, stop })
  for (const { receivedAt, messageId, envelope, subject } of await platform.mails())
    history.write({ kind: 'mail', at: Date.parse(receivedAt), messageId, to: envelope.to.join(), subject })
  for (const crash of platform.crashes()) history.write(crash)
  history.write({ kind: 'end', at: Date.now() })
  await history.close()
  return { ...(await judged(platform, folder, backWithin)), impossible: platform.impossible }
}

/** All screens are looked at as busy processes show them, and as ones do that have kept nothing. */
async function screensOf(
  platform: Platform,
  businesses: readonly Business[],
  history: HistoryWriter,
  { backWithin, atOnce }: { readonly backWithin: number; readonly atOnce: AbortSignal },
): Promise<void> {
  const today = todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))
  await lookAtScreens({ platform, businesses, history }, 'kept', today)
  const { 'query-1': one, 'query-2': other } = platform.processes
  const missing = await beginAnew([one, other], backWithin, atOnce)
  for (const process of missing) history.write({ kind: 'missing', process, at: Date.now() })
  await lookAtScreens({ platform, businesses, history }, 'afresh', today)
}

/** The documents that were made until now. */
const documentsOf = async ({ eventLog }: Platform): Promise<readonly BookingDocument[]> =>
  documentsIn(await Array.fromAsync(eventLog.readAll('start', { prefixes: ['rent.schedule-'] })))

/**
 * Waits until all that was to follow has followed, and writes down what has not.
 * @throws the reason of the stop when not all has followed soon after it: it may follow in time
 */
async function followed(
  platform: Platform,
  history: HistoryWriter,
  { say, stop }: Pick<Round, 'say' | 'stop'>,
): Promise<void> {
  const what = await settle(platform, stop)
  if (what === undefined) return
  say(what)
  stop.throwIfAborted()
  history.write({ kind: 'left', what, at: Date.now() })
}

/** Ends all processes: those that still write on their own first, such as the one that seals, and then who shows it. */
async function end(platform: Platform, history: HistoryWriter, how: Pick<Round, 'say' | 'stop'>): Promise<void> {
  const {
    'query-1': oneQuery,
    'query-2': otherQuery,
    'projector-1': oneProjector,
    'projector-2': otherProjector,
    ...writing
  } = platform.processes
  await Promise.all(Object.values(writing).map((process) => process.stop()))
  await followed(platform, history, how)
  await Promise.all([oneQuery, otherQuery, oneProjector, otherProjector].map((process) => process.stop()))
}

/** Judges the run; where an invariant is violated, the log is kept. */
async function judged({ environment }: Platform, folder: string, backWithin: number): Promise<Verdict> {
  const operator = await openPlatform(environment)
  try {
    const evidence = await gather(await readHistory(join(folder, HISTORY)), operator, backWithin)
    const verdict = await judge(evidence)
    if (!verdict.holds) await keepLog(folder, evidence.log)
    return verdict
  } finally {
    await operator.close()
  }
}

/** Keeps the log beside the history: small disks end with their machine. */
async function keepLog(folder: string, events: Iterable<Recorded> | AsyncIterable<Recorded>): Promise<void> {
  writeFileSync(join(folder, 'log.jsonl'), (await Array.fromAsync(events, inText)).join(''))
}

const inText = (event: Recorded): string =>
  `${JSON.stringify(event, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}\n`
