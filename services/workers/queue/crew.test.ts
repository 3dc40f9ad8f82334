import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { gatherCrew, nextRest } from './crew.ts'

it('rests as soon as others need the processors, and less and then not at all once they have time', () => {
  expect(nextRest(0, 0.9)).toBe(0)
  expect(nextRest(0, 0.55)).toBe(0)
  expect(nextRest(0, 0.4)).toBe(400)
  expect(nextRest(50, 0)).toBe(400)
  expect(nextRest(200, 0.55)).toBe(200)
  expect(nextRest(200, 0.9)).toBe(100)
  expect(nextRest(50, 0.9)).toBe(0)
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
  const crew = gatherCrew(ending.signal, 2, machine(taken))
  const isAtOnce = async () => await Promise.race([crew.begin().then(() => true), pause(0).then(() => false)])
  return { crew, ending, isAtOnce }
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

it('while others need the processors jobs begin together, and some always do', async () => {
  const { crew, ending, isAtOnce } = crewOn({ others: 1, own: 0 })
  await expect.poll(isAtOnce, { timeout: 60_000 }).toBe(false)
  const begun: number[] = []
  const [first] = [1, 2, 3].map((job) => crew.begin().then(() => begun.push(job)))
  await first
  await pause(0)
  expect(begun).toEqual([1, 2, 3])
  // Those that follow wait for each other, too.
  const next = [4, 5].map((job) => crew.begin().then(() => begun.push(job)))
  await pause(0)
  expect(begun).toHaveLength(3)
  await Promise.all(next)
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
  const taken = { others: 0.1, own: 0.45 }
  let looks = 0
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  const look = machine(taken)
  const crew = gatherCrew(ending.signal, 2, () => {
    looks += 1
    return look()
  })
  await expect.poll(() => looks, { timeout: 60_000 }).toBeGreaterThan(3)
  expect(await Promise.race([crew.begin().then(() => true), pause(0).then(() => false)])).toBe(true)
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
