import { EVENT_LOG, withItsLog } from './event-log.ts'
import { startGenerator } from './load/generator.ts'
import type { Measured } from './load/load.ts'
import { keptAs, readOptions } from './options.ts'
import { type Case, casesNamed } from './ratios/cases.ts'
import { emptyHalf, fill, fillPending } from './ratios/fill.ts'
import { type CaughtUp, type FollowUps, followUpTable } from './ratios/follow-ups.ts'
import { goalsOf, type Row, shortTableOf, summaryOf, tableOf } from './ratios/report.ts'
import { isShortOfRoom, orderOf } from './ratios/rounds.ts'
import { catchUp, type Taken, takeTurn } from './ratios/turn.ts'
import { roomInTown, visited } from './ratios/visit.ts'
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
/** Mails and documents are waited for so long and no longer: what is left is done beside the next case, as in a busy hour. */
const PATIENCE_MS = quick ? 10_000 : 120_000
/** After the warm-up and between two rounds nothing may be left: what is, would be more on one side than on another. */
const MUCH_PATIENCE_MS = 5 * PATIENCE_MS

const cases = casesNamed(only).filter(({ clients }) => !quick || clients >= 32)

await using sides = await startSides()
await using generator = startGenerator()
const all = sides.all.map(visited)
for (const of of all) await fill(of)
for (const { side } of all) await side.freeze()
await catchUpAll()
for (const { side } of all) await side.countRows()
// Changes would add to the lists that are read.
for (const what of cases.filter(({ clients, changing }) => clients >= 32 && changing !== true)) await warmUp(what)
for (const [name, { isAll }] of Object.entries(await catchUpAll(MUCH_PATIENCE_MS))) {
  if (!isAll) console.log(`${name} has mails left of the warm-up`)
}
for (const { side } of all) await side.countRows()

const rows: Row[] = []
const followUps: FollowUps[] = []
let isWhole = false
try {
  for (const what of cases) {
    rows.push(...(await measure(what)))
    console.log(rows.slice(-what.names.length).map(inShort).join('\n'))
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
    console.log(`turn, and how long the side worked at those alone\n\n${followUpTable(followUps)}`)
  }
  console.log(`\nForecourt ÷ crud-fn in short; bold: below its goal\n\n${shortTableOf(summaries)}\n`)
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
  for (const of of all) await takeTurn(of, what, { generator, milliseconds })
}

/** All rounds of a case; the first ones only warm up. Afterwards each side has some time for what is left to do. */
async function measure(what: Case): Promise<Row[]> {
  const { clients, goal, names } = what
  await fillAll(what, WARM_UP_MS + ROUNDS * ROUND_MS)
  const rounds = perSide((): Taken[] => [])
  const roomMadeBefore: number[] = []
  const doubts: string[] = []
  /** How many numbers of the first load were used in a millisecond by the side that used most. */
  let fastest = 0
  const takeRound = async (round: number, isMeasured: boolean): Promise<void> => {
    const milliseconds = isMeasured ? ROUND_MS : WARM_UP_MS
    for (const of of orderOf(all, round)) {
      const taken = await takeTurn(of, what, { generator, milliseconds })
      fastest = Math.max(fastest, (taken.measured[0]?.used ?? 0) / milliseconds)
      if (isMeasured) rounds[of.side.name].push(taken)
    }
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const isShort = all.some((of) => isShortOfRoom(roomInTown(of), fastest * ROUND_MS))
    if (what.asksTown === true && isShort) {
      doubts.push(...(await makeRoom()))
      roomMadeBefore.push(round)
      // As at the beginning of a case: what follows is measured on sides that are busy again.
      if (round > 0) await takeRound(round, false)
    }
    await takeRound(round, round > 0)
  }
  const after = await catchUpAll()
  const turns = perSide((side) => rounds[side].map(({ turn }) => turn))
  if (turns.forecourt.some(({ writes }) => writes > 0))
    followUps.push({ name: names.join(', '), clients, turns, after })
  return names.map((name, index) => ({
    name,
    clients,
    goal,
    rounds: perSide((side) => rounds[side].flatMap(({ measured }) => figuresOf(measured[index]))),
    doubts: [...doubts, ...SIDES.flatMap((side) => rounds[side].flatMap(({ doubt }) => doubt ?? []))],
    ...(roomMadeBefore.length === 0 ? {} : { roomMadeBefore }),
    ...(what.changing === true
      ? { changes: perSide((side) => rounds[side].map(({ measured }) => measured[1]?.perSecond ?? 0)) }
      : {}),
  }))
}

function figuresOf(measured: Measured | undefined): Pick<Measured, 'perSecond' | 'p50' | 'p99'>[] {
  if (measured === undefined) return []
  const { perSecond, p50, p99 } = measured
  return [{ perSecond, p50, p99 }]
}

/**
 * Writes what a case decides about in so many milliseconds, on sides that are at work: a lock that a stopped process has is
 * never given back.
 */
async function fillAll({ decidesPerSecond = 0, length = 1 }: Case, milliseconds: number): Promise<void> {
  const wanted = (decidesPerSecond * length * milliseconds) / 1_000
  for (const of of all) {
    if (of.pending.length >= wanted) continue
    of.side.thaw()
    await fillPending(of, wanted)
    await of.side.settled(AbortSignal.timeout(PATIENCE_MS))
    await of.side.freeze()
  }
}

/**
 * Sees to it, between two rounds, that no side is soon refused a request because too many wait for a decision. All sides are
 * treated alike, also those that have room: each comes to the end of what it has left to do, as before a case.
 * @returns in words, who did not come to that end
 */
async function makeRoom(): Promise<string[]> {
  const doubts: string[] = []
  for (const of of all) {
    // Before: of a request that was rejected since, a mail may be sent no more, and that would be less to do.
    const { isAll } = await catchUp(of, MUCH_PATIENCE_MS)
    of.side.thaw()
    await emptyHalf(of)
    const isSettled = await of.side.settled(AbortSignal.timeout(PATIENCE_MS))
    await of.side.freeze()
    if (!isAll || !isSettled) doubts.push(`${of.side.name} had mails left when requests were rejected`)
  }
  return doubts
}

/** Lets one side after the other do what is left for it to do. */
async function catchUpAll(patience = PATIENCE_MS): Promise<Record<SideName, CaughtUp>> {
  const caughtUp = perSide((): CaughtUp => ({ seconds: 0, mails: 0, documents: 0, isAll: true }))
  for (const of of all) caughtUp[of.side.name] = await catchUp(of, patience)
  return caughtUp
}

function inShort(row: Row): string {
  const { name, clients, ratios, sides: figures, doubts } = summaryOf(row)
  const rates = [figures.forecourt, figures['crud-tx'], figures['crud-fn']].map(({ perSecond }) => perSecond.toFixed(0))
  const doubt = doubts.length === 0 ? '' : `; in doubt: ${doubts.join(', ')}`
  const room = row.roomMadeBefore === undefined ? '' : `; room was made before round ${row.roomMadeBefore.join(', ')}`
  return `${name}, ${clients}: ${ratios['crud-tx'].toFixed(2)} and ${ratios['crud-fn'].toFixed(2)} (${rates.join(' ÷ ')} /s)${doubt}${room}`
}
