import { expect, it } from 'vitest'
import { isShortOfRoom, orderOf } from './rounds.ts'

const SIDES = ['a', 'b', 'c']
const turnsOf = (first: number, rounds: number) =>
  Array.from({ length: rounds }, (_, index) => orderOf(SIDES, first + index))

/** How often each of them is there, the rarest first. */
const counts = (things: readonly string[]) =>
  [...Map.groupBy(things, (thing) => thing).values()].map(({ length }) => length).toSorted((a, b) => a - b)

/** Who has their turn after whom. */
const pairsOf = (turns: readonly string[]) => turns.slice(1).map((side, index) => `${turns[index]}${side}`)

it('gives each side one turn in each round', () => {
  for (const order of turnsOf(0, 7)) expect(order.toSorted()).toEqual(SIDES)
})

it('has each side at each place equally often in six rounds, and each after each other', () => {
  const rounds = turnsOf(0, 6)
  for (const place of [0, 1, 2]) expect(counts(rounds.map((order) => order[place] ?? ''))).toEqual([2, 2, 2])
  expect(counts(rounds.flatMap(pairsOf))).toEqual([2, 2, 2, 2, 2, 2])
  const withTheNext = pairsOf([...rounds, ...turnsOf(6, 1)].flat().slice(0, 19))
  expect(counts(withTheNext)).toEqual([3, 3, 3, 3, 3, 3])
})

it('is as even as five rounds can be behind one that warms up', () => {
  const rounds = turnsOf(1, 5)
  for (const place of [0, 1, 2]) expect(counts(rounds.map((order) => order[place] ?? ''))).toEqual([1, 2, 2])
  expect(counts(rounds.flatMap(pairsOf))).toEqual([1, 1, 2, 2, 2, 2])
  expect(counts(pairsOf(rounds.flat()))).toEqual([2, 2, 2, 2, 3, 3])
})

it('has nobody follow themselves, and each begin one of the first three rounds that count', () => {
  expect(pairsOf(turnsOf(0, 13).flat()).filter((pair) => pair[0] === pair[1])).toEqual([])
  expect(counts(turnsOf(1, 3).map(([first]) => first ?? ''))).toEqual([1, 1, 1])
})

it('begins no round in which the room for requests could run out', () => {
  expect([isShortOfRoom(19_999, 0), isShortOfRoom(20_000, 10_000)]).toEqual([true, false])
  expect([isShortOfRoom(39_999, 20_000), isShortOfRoom(40_000, 20_000)]).toEqual([true, false])
})
