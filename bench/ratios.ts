import { EVENT_LOG, withItsLog } from './event-log.ts'
import { startGenerator } from './load/generator.ts'
import type { Measured, Rate } from './load/load.ts'
import { keptAs, readOptions } from './options.ts'
import { compareAnswers } from './ratios/answers.ts'
import { type Case, casesNamed } from './ratios/cases.ts'
import { emptyHalf, fill, fillPending } from './ratios/fill.ts'
import { type CaughtUp, type FollowUps, followUpTable } from './ratios/follow-ups.ts'
import { FLOOR, goalsOf, type Row, shortTableOf, summaryOf, tableOf } from './ratios/report.ts'
import { isShortOfRoom, orderOf } from './ratios/rounds.ts'
import { catchUp, type Taken, takeTurn } from './ratios/turn.ts'
import { neverVisited, roomInTown } from './ratios/visit.ts'
import { keepResults } from './results.ts'
import { startSides } from './sides/all.ts'
import { perSide, SIDES, type SideName } from './sides/side.ts'

/**
 * Forecourt ÷ the yardstick (`yardstick/`), call by call: the real processes of both, the same load, on one PostgreSQL
 * server. The sides take turns, and while one has its turn all processes of the others are stopped. Median of the rounds.
 * Each side has first been busy with every call for some seconds, and for longer with requests for the vehicles of the town:
 * what counts is what a server does that runs for days, and the engine compiles a larger program for longer.
 *
 * `--quick` looks in a few minutes, with 32 clients; `--only bookings` at what has that in its name. What was not measured
 * to its end, or not whole, is kept under a name of its own: it replaces no measurement.
 */
const options = readOptions()
const { quick, only, rounds: asked } = options
const ROUNDS = asked ?? (quick ? 2 : 5)
const [ROUND_MS, WARM_UP_MS, FIRST_MS] = quick ? [500, 300, 300] : [1_500, 700, 2_500]
/**
 * For cases that ask for the vehicles of the town: V8 compiles what has run thousands of times, and the first request for a
 * vehicle reads what there is of it. Decisions go through most of the same.
 */
const FIRST_IN_TOWN_MS = 5 * FIRST_MS
/**
 * Mails and documents are waited for so long and no longer, after the warm-up, between two rounds and between two cases. Nothing
 * should be left then: what is, is done beside what comes next, and is more on one side than on another.
 */
const PATIENCE_MS = quick ? 10_000 : 900_000

const cases = casesNamed(only).filter(({ clients }) => !quick || clients >= 32)

await using sides = await startSides()
await using generator = startGenerator()
const all = sides.all.map(neverVisited)
for (const visited of all) await fill(visited)
for (const { side } of all) await side.freeze()
await catchUpAll()
for (const { side } of all) await side.countRows()
// Later they have not the same history any more: a faster side is asked for more.
await compareAnswers(all)
// Changes would add to the lists that are read.
for (const what of cases.filter(({ clients, changing }) => clients >= 32 && changing !== true)) await warmUp(what)
/** Who has not come to the end of what was left to do before, in words. */
let leftBehind = namesOfLate(await catchUpAll())
for (const { side } of all) await side.countRows()

const rows: Row[] = []
const followUps: FollowUps[] = []
let isWhole = false
try {
  for (const what of cases) {
    const made = await measure(what)
    rows.push(...made)
    console.log(made.map(inShort).join('\n'))
  }
  isWhole = true
} finally {
  // Whatever stands in the way of one call: those before it were measured.
  if (rows.length > 0) report()
}

function report(): void {
  const summaries = rows.map(summaryOf)
  const cutShort = isWhole ? '' : '; cut short, not all was measured'
  console.log(
    `\nForecourt with its log in ${EVENT_LOG} ÷ the yardsticks, median of ${ROUNDS} rounds${cutShort}\n\n${tableOf(summaries)}`,
  )
  if (followUps.length > 0) {
    console.log(
      '\nMails and documents done within the turns, for each request or decision; how many were left after the last',
    )
    console.log(
      `turn, how long the side worked at those alone, and requests and decisions a second with all of that time\n\n${followUpTable(followUps)}`,
    )
  }
  console.log(
    `\nForecourt ÷ crud-fn in short; bold: below its goal; ▼: below the floor of ${FLOOR}, too\n\n${shortTableOf(summaries)}\n`,
  )
  const goals = goalsOf(summaries)
  const name = [
    keptAs(withItsLog('ratios'), options),
    only === '' ? '' : ` of ${only}`,
    isWhole ? '' : ', cut short',
  ].join('')
  keepResults(name, { quick, goals, rounds: ROUNDS, only, isWhole, rows, summaries, followUps })
}

/** Has each side do what a case asks for, for the first time. */
async function warmUp(what: Case): Promise<void> {
  const milliseconds = (what.asksTown === true ? FIRST_IN_TOWN_MS : FIRST_MS) / (what.length ?? 1)
  await fillAll(what, milliseconds)
  for (const visited of all) await takeTurn(visited, what, { generator, milliseconds })
}

/** All rounds of a case; the first ones only warm up. Afterwards each side has some time for what is left to do. */
async function measure(what: Case): Promise<Row[]> {
  const { clients, goal, names, requestsAs } = what
  const doubts = [...leftBehind, ...(await fillAll(what, WARM_UP_MS + ROUNDS * ROUND_MS))]
  const rounds = perSide((): Taken[] => [])
  const roomMadeBefore: number[] = []
  const worked = perSide(() => ({ writes: 0, seconds: 0 }))
  /** How many numbers of the first load were used in a millisecond by the side that used most. */
  let fastest = 0
  const takeRound = async (round: number, isMeasured: boolean): Promise<void> => {
    const milliseconds = isMeasured ? ROUND_MS : WARM_UP_MS
    for (const visited of orderOf(all, round)) {
      const taken = await takeTurn(visited, what, { generator, milliseconds })
      fastest = Math.max(fastest, (taken.measured[0]?.used ?? 0) / milliseconds)
      worked[visited.side.name].writes += taken.turn.writes
      worked[visited.side.name].seconds += taken.turn.seconds
      if (isMeasured) rounds[visited.side.name].push(taken)
    }
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isShort = all.some((visited) => isShortOfRoom(roomInTown(visited), fastest * ROUND_MS))
    if (what.asksTown === true && isShort) {
      const made = await makeRoom()
      doubts.push(...made.doubts)
      for (const side of SIDES) worked[side].seconds += made.seconds[side]
      roomMadeBefore.push(round)
      // As at the beginning of a case: what follows is measured on sides that are busy again.
      if (round > 0) await takeRound(round, false)
    }
    await takeRound(round, round > 0)
  }
  const after = await catchUpAll()
  leftBehind = namesOfLate(after)
  for (const side of SIDES) worked[side].seconds += after[side].seconds
  const turns = perSide((side) => rounds[side].map(({ turn }) => turn))
  if (turns.forecourt.some(({ writes }) => writes > 0))
    followUps.push({ name: names.join(', '), clients, turns, after, ...(what.changing === true ? {} : { worked }) })
  const row = (
    name: string,
    wanted: number | undefined,
    rate: (measured: readonly Measured[]) => Rate | undefined,
  ) => ({
    name,
    clients,
    goal: wanted,
    rounds: perSide((side) => rounds[side].flatMap(({ measured }) => figuresOf(rate(measured)))),
    doubts: [...doubts, ...SIDES.flatMap((side) => rounds[side].flatMap((taken) => taken.doubts))],
    ...(roomMadeBefore.length === 0 ? {} : { roomMadeBefore }),
    ...(what.changing === true
      ? { changes: perSide((side) => rounds[side].map(({ measured }) => measured[1]?.perSecond ?? 0)) }
      : {}),
  })
  return [
    ...names.map((name, index) => row(name, goal, (measured) => measured[index])),
    ...(requestsAs === undefined ? [] : [row(requestsAs, undefined, ([measured]) => measured?.requests)]),
  ]
}

function figuresOf(measured: Rate | undefined): Rate[] {
  if (measured === undefined) return []
  const { perSecond, p50, p99 } = measured
  return [{ perSecond, p50, p99 }]
}

/**
 * Writes what a case decides about in so many milliseconds, on sides that are at work: a lock that a stopped process has is
 * never given back.
 * @returns in words, who was not through with that
 */
async function fillAll({ decidesPerSecond = 0, length = 1 }: Case, milliseconds: number): Promise<string[]> {
  const wanted = (decidesPerSecond * length * milliseconds) / 1_000
  const doubts: string[] = []
  for (const visited of all) {
    if (visited.pending.length >= wanted) continue
    visited.side.thaw()
    await fillPending(visited, wanted)
    const isSettled = await visited.side.settled(AbortSignal.timeout(PATIENCE_MS))
    await visited.side.freeze()
    if (!isSettled) doubts.push(`${visited.side.name} was not through with the requests that are decided about`)
  }
  return doubts
}

/**
 * Sees to it, between two rounds, that no side is soon refused a request because too many wait for a decision. All sides are
 * treated alike, also those that have room: each comes to the end of what it has left to do, as before a case.
 * @returns in words, who did not come to that end; and for how many seconds each side worked at it
 */
async function makeRoom() {
  const doubts: string[] = []
  const worked = perSide(() => 0)
  for (const visited of all) {
    // Before: of a request that was rejected since, a mail may be sent no more, and that would be less to do.
    const { isAll, seconds } = await catchUp(visited, PATIENCE_MS)
    worked[visited.side.name] = seconds
    visited.side.thaw()
    await emptyHalf(visited)
    const isSettled = await visited.side.settled(AbortSignal.timeout(PATIENCE_MS))
    await visited.side.freeze()
    if (!isAll || !isSettled) doubts.push(`${visited.side.name} had mails left when requests were rejected`)
  }
  return { doubts, seconds: worked }
}

function namesOfLate(caughtUp: Record<SideName, CaughtUp>): string[] {
  return SIDES.filter((side) => !caughtUp[side].isAll).map((side) => `${side} had mails left of what came before`)
}

/** Lets one side after the other do what is left for it to do. */
async function catchUpAll(): Promise<Record<SideName, CaughtUp>> {
  const caughtUp = perSide((): CaughtUp => ({ seconds: 0, mails: 0, documents: 0, isAll: true }))
  for (const visited of all) caughtUp[visited.side.name] = await catchUp(visited, PATIENCE_MS)
  return caughtUp
}

function inShort(row: Row): string {
  const { name, clients, ratios, sides: figures, doubts } = summaryOf(row)
  const rates = [figures.forecourt, figures['crud-tx'], figures['crud-fn']].map(({ perSecond }) => perSecond.toFixed(0))
  const doubt = doubts.length === 0 ? '' : `; in doubt: ${doubts.join(', ')}`
  const room = row.roomMadeBefore === undefined ? '' : `; room was made before round ${row.roomMadeBefore.join(', ')}`
  return `${name}, ${clients}: ${ratios['crud-tx'].toFixed(2)} and ${ratios['crud-fn'].toFixed(2)} (${rates.join(' ÷ ')} /s)${doubt}${room}`
}
