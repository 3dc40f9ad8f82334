import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { gatherCrew, nextPace, type Pace } from './crew.ts'

/** A second of two processors. */
const ALL = 2_000
const after = (so: Pace, others: number, own: number): Pace =>
  nextPace(so, { all: ALL, own: own * ALL, idle: (1 - others - own) * ALL })
const atEase: Pace = { isScarce: false, left: 0 }

it('processors are scarce as soon as others leave less than two thirds of them, until they leave clearly more', () => {
  expect(after(atEase, 0.1, 0).isScarce).toBe(false)
  expect(after(atEase, 0.3, 0).isScarce).toBe(false)
  const scarce = after(atEase, 0.4, 0)
  expect(scarce.isScarce).toBe(true)
  expect(after(scarce, 0.3, 0).isScarce).toBe(true)
  expect(after(scarce, 0.1, 0)).toEqual(atEase)
})

it('while they are scarce jobs get a tenth of them: what they take beyond that is taken off, but not for ever', () => {
  const scarce = after(atEase, 0.8, 0.2)
  expect(scarce.left).toBeCloseTo(-0.1 * ALL)
  const next = after(scarce, 0.8, 0)
  expect(next.left).toBeCloseTo(0)
  // What they do not take is not saved up.
  expect(after(after(next, 0.9, 0), 0.9, 0).left).toBeCloseTo(0.1 * ALL)
  let long = scarce
  for (let looks = 0; looks < 100; looks += 1) long = after(long, 0.6, 0.4)
  expect(long.left).toBeCloseTo(-0.8 * ALL)
})

/** What others take of all processor time, 0 to 1, and what this process takes. */
interface Taken {
  others: number
  own: number
}

/** Two processors, on which a second passes between two looks. What this process takes has another do as much for it. */
function machine(taken: Taken) {
  const total = { user: 0, nice: 0, sys: 0, irq: 0, idle: 0 }
  const own = { user: 0, system: 0 }
  return () => {
    const busy = taken.others + 2 * taken.own
    total.user += 1_000 * (busy - taken.own)
    total.nice += 1_000 * taken.own
    total.idle += 1_000 * (1 - busy)
    // Of two processors, in microseconds.
    own.user += 2_000_000 * taken.own
    return { processors: [{ times: { ...total } }, { times: { ...total } }], own: { ...own } }
  }
}

function crewOn(taken: Taken) {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  let looks = 0
  const look = machine(taken)
  const crew = gatherCrew(ending.signal, 2, () => {
    looks += 1
    return look()
  })
  const isAtOnce = async () => await Promise.race([crew.begin().then(() => true), pause(0).then(() => false)])
  return { crew, ending, isAtOnce, looks: () => looks }
}

it('jobs begin at once while the processors have time, and again once they have it', async () => {
  const taken = { others: 0.2, own: 0 }
  const { crew, ending, isAtOnce } = crewOn(taken)
  expect(await isAtOnce()).toBe(true)
  taken.others = 0.9
  await expect.poll(isAtOnce, { timeout: 60_000 }).toBe(false)
  taken.others = 0.2
  await expect.poll(isAtOnce, { timeout: 60_000 }).toBe(true)
  ending.abort()
  await crew.ended
})

it('while others need the processors jobs begin together', async () => {
  const { crew, ending, isAtOnce, looks } = crewOn({ others: 1, own: 0 })
  await expect.poll(isAtOnce, { timeout: 60_000 }).toBe(false)
  const begun: number[] = []
  const [first] = [1, 2, 3].map((job) => crew.begin().then(() => begun.push(job)))
  await first
  await pause(0)
  expect(begun).toEqual([1, 2, 3])
  const before = looks()
  // Those that follow wait for each other, too.
  const next = [4, 5].map((job) => crew.begin().then(() => begun.push(job)))
  await pause(0)
  expect(begun.length === 3 || looks() > before).toBe(true)
  await Promise.all(next)
  ending.abort()
  await crew.ended
})

it('some always begin, however much else this process does', async () => {
  const { crew, ending, isAtOnce } = crewOn({ others: 0.6, own: 0.15 })
  await expect.poll(isAtOnce, { timeout: 60_000 }).toBe(false)
  await crew.begin()
  ending.abort()
  await crew.ended
})

it('nobody rests any more once it is told to end: those who wait begin', async () => {
  const { crew, ending, isAtOnce } = crewOn({ others: 1, own: 0 })
  await expect.poll(isAtOnce, { timeout: 60_000 }).toBe(false)
  const waiting = crew.begin()
  ending.abort()
  await crew.ended
  await waiting
  expect(await isAtOnce()).toBe(true)
})

it('nobody rests for what the jobs take themselves', async () => {
  const { crew, ending, isAtOnce, looks } = crewOn({ others: 0.1, own: 0.45 })
  await expect.poll(looks, { timeout: 60_000 }).toBeGreaterThan(3)
  expect(await isAtOnce()).toBe(true)
  ending.abort()
  await crew.ended
})

it('nobody rests where the system tells nothing of its processors', async () => {
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  let looks = 0
  const crew = gatherCrew(ending.signal, 2, () => {
    looks += 1
    return { processors: [], own: { user: 0, system: 0 } }
  })
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(2)
  expect(await Promise.race([crew.begin().then(() => true), pause(0).then(() => false)])).toBe(true)
  ending.abort()
  await crew.ended
})
