import { expect, it } from 'vitest'
import { followUpTable } from './follow-ups.ts'
import { goalsOf, type Row, shortTableOf, summaryOf, tableOf } from './report.ts'

const figures = (...rates: number[]) =>
  rates.map((perSecond) => ({ perSecond, p50: 100 / perSecond, p99: 1_000 / perSecond }))

const row: Row = {
  name: 'bookings',
  clients: 8,
  goal: 2,
  rounds: { forecourt: figures(100, 400, 300), 'crud-tx': figures(50, 100, 100), 'crud-fn': figures(100, 100, 200) },
}

it('takes a ratio within its round, and the median of the rounds', () => {
  expect(summaryOf(row)).toMatchObject({
    sides: { forecourt: { perSecond: 300 }, 'crud-tx': { perSecond: 100 }, 'crud-fn': { perSecond: 100 } },
    ratios: { 'crud-tx': 3, 'crud-fn': 1.5 },
    spread: [1, 4],
    waits: { 'crud-tx': { p50: 1 / 3 }, 'crud-fn': { p50: 2 / 3 } },
    held: false,
    isBelowFloor: false,
  })
})

it('holds a goal that is reached, and judges nothing without one', () => {
  expect(summaryOf({ ...row, goal: 1.5 }).held).toBe(true)
  expect(summaryOf({ ...row, goal: undefined }).held).toBeUndefined()
})

it('prints each row with its ratios and what was missed', () => {
  expect(
    tableOf([summaryOf(row)])
      .split('\n')
      .at(-1),
  ).toBe(
    '| bookings | 8 | 3.00 | 1.50 | 1.00 to 4.00 | 2 MISSED | 0.33, 0.33 | 0.67, 0.67 | 300 | 0.3, 3.3 | 100 | 1.0, 10.0 |  |',
  )
})

it('prints a call a line with its ratios, and marks what is below its goal', () => {
  const fewer = { ...row, clients: 1, goal: 0.9 }
  const most = { ...row, clients: 32, goal: 1.5 }
  const summaries = [fewer, row, most].map(summaryOf)
  expect(shortTableOf(summaries).split('\n').at(-1)).toBe('| bookings | 1.50 | **1.50** | 1.50 | 3.00 | 1.5 |')
  const fewOnly = summaries.filter(({ clients }) => clients < 32)
  expect(shortTableOf(fewOnly).split('\n').at(-1)).toBe('| bookings | 1.50 | **1.50** | – | – | – |')
  expect(goalsOf(summaries).filter(({ held }) => !held)).toEqual([
    { what: "bookings, 8 clients: 1.50 of crud-fn's rate, goal 2", held: false },
  ])
})

it('says of what is below the floor more than that its goal was missed, from eight clients on', () => {
  const slow = { ...row, rounds: { ...row.rounds, forecourt: figures(50, 90, 100) } }
  const summaries = [{ ...slow, clients: 1, goal: 0.9 }, slow].map(summaryOf)
  expect(summaries.map(({ isBelowFloor }) => isBelowFloor)).toEqual([false, true])
  expect(tableOf(summaries)).toContain('| 0.9 MISSED |')
  expect(tableOf(summaries)).toContain('| 2 MISSED, BELOW FLOOR |')
  expect(shortTableOf(summaries).split('\n').at(-1)).toBe('| bookings | **0.500** | **0.500** ▼ | – | – | – |')
  expect(goalsOf(summaries).at(-1)?.what).toBe(
    "bookings, 8 clients: 0.50 of crud-fn's rate, goal 2, and below the floor of 1",
  )
  expect(summaryOf({ ...slow, goal: undefined }).isBelowFloor).toBe(false)
})

it('marks a row while whose reads a side did not make its changes', () => {
  const changes = { forecourt: [50, 49, 51], 'crud-tx': [46, 46, 46], 'crud-fn': [44, 44, 50] }
  const summary = summaryOf({ ...row, goal: 1, changes })
  expect(summary).toMatchObject({ held: false, doubts: ['crud-fn made only 44 of 50 changes a second'] })
  expect(tableOf([summary])).toContain('| 1 IN DOUBT |')
  expect(tableOf([summary])).toMatch(/\| 50, 46, 44 \|$/)
})

const worked = (writes: number, seconds: number) => ({ writes, seconds })

it('prints what each side did for those who are told, what it left and how long that took', () => {
  const turns = [20, 40].map((mails) => ({ seconds: 1, writes: 20, mails, documents: 10, left: mails }))
  const after = { seconds: 8, mails: 30, documents: 10, isAll: false }
  const [side, others] = [
    { turns, after },
    { turns: turns.slice(0, 1), after: { ...after, isAll: true } },
  ]
  const table = followUpTable([
    {
      name: 'bookings',
      clients: 8,
      turns: { forecourt: side.turns, 'crud-tx': others.turns, 'crud-fn': others.turns },
      after: { forecourt: side.after, 'crud-tx': others.after, 'crud-fn': others.after },
      // Of both sides' turns, and of the eight seconds after them.
      worked: { forecourt: worked(40, 10), 'crud-tx': worked(20, 8), 'crud-fn': worked(20, 8) },
    },
  ])
  const other = '1.00, 0.50 | 20 | 8 s, at 5 /s | 3'
  expect(table.split('\n').at(-1)).toBe(
    `| bookings | 8 | 1.50, 0.50 | 40 | more than 8 s, at 5 /s | less than 4 | ${other} | ${other} |`,
  )
})
