import type { Rate } from '../load/load.ts'
import type { Goal } from '../results.ts'
import { perSide, SIDES, type SideName } from '../sides/side.ts'
import { median } from '../statistics.ts'
import { CHANGES_PER_SECOND } from './visit.ts'

type Figures = Rate

/** What one measurement gave on each side, round by round: the n-th figures of all sides are of the same round. */
export interface Row {
  readonly name: string
  readonly clients: number
  readonly goal: number | undefined
  readonly rounds: Readonly<Record<SideName, readonly Figures[]>>
  /** Why its ratio says less than it seems to, in words. */
  readonly doubts?: readonly string[]
  /** While data changed: how many changes a second each side made, round by round. */
  readonly changes?: Readonly<Record<SideName, readonly number[]>>
  /** Rounds before which waiting requests were rejected on all sides, and all were warmed up anew. */
  readonly roomMadeBefore?: readonly number[]
}

type Yardstick = Exclude<SideName, 'forecourt'>
type Wait = Pick<Figures, 'p50' | 'p99'>

/** A row of the report: medians of the rounds, and the medians of the rounds' ratios. */
export interface Summary {
  readonly name: string
  readonly clients: number
  readonly sides: Readonly<Record<SideName, Figures>>
  /** Forecourt's requests a second ÷ the yardstick's. */
  readonly ratios: Readonly<Record<Yardstick, number>>
  /** The least and the most of the rounds' ratios to crud-fn. */
  readonly spread: readonly [least: number, most: number]
  /** How long Forecourt's answers took ÷ how long the yardstick's did. */
  readonly waits: Readonly<Record<Yardstick, Wait>>
  readonly changes?: Readonly<Record<SideName, number>>
  readonly goal: number | undefined
  /** Why the ratio says less than it seems to, in words. */
  readonly doubts: readonly string[]
  /** Whether the ratio to crud-fn is the goal or more, without a doubt; undefined without one. */
  readonly held: boolean | undefined
  /** Whether it is below what no call may be below, whatever its goal is; that is for calls that have one. */
  readonly isBelowFloor: boolean
}

/** Forecourt's rate ÷ crud-fn's is to be this or more from {@link FLOOR_FROM} clients on (PERFORMANCE: goals). */
export const FLOOR = 1
const FLOOR_FROM = 8

/** Of the changes that are wanted, so large a part must have been made: else readers had an easier time. */
const ENOUGH = 0.9

/** @returns the row in medians: a ratio is taken within its round, because from one round to the next the machine changes */
export function summaryOf({ name, clients, goal, rounds, changes: made, doubts: known = [] }: Row): Summary {
  const figuresOf = (side: SideName): Figures => ({
    perSecond: median(rounds[side].map(({ perSecond }) => perSecond)),
    p50: median(rounds[side].map(({ p50 }) => p50)),
    p99: median(rounds[side].map(({ p99 }) => p99)),
  })
  const ratiosTo = (side: Yardstick, figure: keyof Figures): number[] =>
    rounds.forecourt.map((own, round) => own[figure] / (rounds[side][round]?.[figure] ?? Number.NaN))
  const ratioTo = (side: Yardstick, figure: keyof Figures): number => median(ratiosTo(side, figure))
  const toFunction = ratiosTo('crud-fn', 'perSecond')
  const ratios = { 'crud-tx': ratioTo('crud-tx', 'perSecond'), 'crud-fn': ratioTo('crud-fn', 'perSecond') }
  const waitBeside = (side: Yardstick): Wait => ({ p50: ratioTo(side, 'p50'), p99: ratioTo(side, 'p99') })
  const [forecourt, crudTx, crudFn] = SIDES.map(figuresOf)
  if (forecourt === undefined || crudTx === undefined || crudFn === undefined) throw new Error('a side has no figures')
  const changes = made === undefined ? undefined : perSide((side) => median(made[side]))
  const slow = SIDES.filter((side) => changes !== undefined && changes[side] < ENOUGH * CHANGES_PER_SECOND)
  const doubts = [
    ...new Set(known),
    ...slow.map((side) => `${side} made only ${changes?.[side].toFixed(0)} of ${CHANGES_PER_SECOND} changes a second`),
  ]
  return {
    name,
    clients,
    sides: { forecourt, 'crud-tx': crudTx, 'crud-fn': crudFn },
    ratios,
    spread: [Math.min(...toFunction), Math.max(...toFunction)],
    waits: { 'crud-tx': waitBeside('crud-tx'), 'crud-fn': waitBeside('crud-fn') },
    ...(changes === undefined ? {} : { changes }),
    goal,
    doubts,
    held: goal === undefined ? undefined : ratios['crud-fn'] >= goal && doubts.length === 0,
    isBelowFloor: goal !== undefined && clients >= FLOOR_FROM && ratios['crud-fn'] < FLOOR,
  }
}

const HEAD = [
  '',
  'clients',
  '÷ crud-tx',
  '÷ crud-fn',
  'least to most',
  'goal',
  'p50, p99 ÷ crud-tx',
  '÷ crud-fn',
  '/s',
  'p50, p99 ms',
  'crud-fn /s',
  'p50, p99 ms',
  `changes /s: ${SIDES.join(', ')}`,
]

/** @returns the summaries as a table in Markdown, ratios first */
export function tableOf(summaries: readonly Summary[]): string {
  const lines = summaries.map((summary) => {
    const { name, clients, sides, ratios, spread, waits, changes } = summary
    const { forecourt, 'crud-fn': crudFn } = sides
    return [
      name,
      String(clients),
      ratios['crud-tx'].toFixed(2),
      ratios['crud-fn'].toFixed(2),
      spread.map((ratio) => ratio.toFixed(2)).join(' to '),
      verdictOf(summary),
      ...[waits['crud-tx'], waits['crud-fn']].map(({ p50, p99 }) => `${p50.toFixed(2)}, ${p99.toFixed(2)}`),
      ...[forecourt, crudFn].flatMap(({ perSecond, p50, p99 }) => [
        perSecond.toFixed(0),
        `${p50.toFixed(1)}, ${p99.toFixed(1)}`,
      ]),
      changes === undefined ? '' : SIDES.map((side) => changes[side].toFixed(0)).join(', '),
    ]
  })
  return markdown([HEAD, ...lines])
}

function verdictOf({ goal, doubts, held, isBelowFloor }: Summary): string {
  if (goal === undefined) return ''
  if (held === true) return String(goal)
  if (doubts.length > 0) return `${goal} IN DOUBT`
  return `${goal} MISSED${isBelowFloor ? ', BELOW FLOOR' : ''}`
}

/**
 * @returns the ratios to crud-fn, a call a line, as a table in Markdown in which those below their goals are bold, and those below
 *   the floor marked as well
 */
export function shortTableOf(summaries: readonly Summary[]): string {
  const cell = (summary: Summary | undefined): string => {
    const ratio = summary === undefined ? '–' : summary.ratios['crud-fn'].toPrecision(3)
    return summary?.held === false ? `**${ratio}**${summary.isBelowFloor ? ' ▼' : ''}` : ratio
  }
  const lines = [...new Set(summaries.map(({ name }) => name))].map((name) => {
    const own = summaries.filter((summary) => summary.name === name)
    const few = [1, 8].map((clients) => cell(own.find((summary) => summary.clients === clients)))
    // Absent when the run broke off before.
    const many = own.find(({ clients }) => clients >= 32)
    return [name, ...few, cell(many), many?.ratios['crud-tx'].toPrecision(3) ?? '–', String(many?.goal ?? '–')]
  })
  return markdown([['Requests a second ÷ crud-fn', '1 client', '8', '32', '32, ÷ crud-tx', 'goal at 32'], ...lines])
}

/** @returns what was to be reached, and whether it was */
export const goalsOf = (summaries: readonly Summary[]): Goal[] =>
  summaries.flatMap(({ name, clients, ratios, goal, doubts, held, isBelowFloor }) => {
    if (held === undefined) return []
    const floor = isBelowFloor && goal !== FLOOR ? `, and below the floor of ${FLOOR}` : ''
    const ratio = `${name}, ${clients} clients: ${ratios['crud-fn'].toFixed(2)} of crud-fn's rate, goal ${goal}${floor}`
    return [{ what: [ratio, ...doubts].join('; '), held }]
  })

function markdown([head = [], ...lines]: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
