import { spawn } from 'node:child_process'
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { giveMemoryBack } from '../give-memory-back.ts'

/**
 * A process that has done much and then nothing more, or goes on (`busy`), does something now and then (`now-and-then`), is
 * stopped for longer than it would have to rest (`stopped`), works again in the middle of a long rest (`work-again`), or goes on
 * doing what is done by the clock (`by-the-clock`). Prints what its heap took right after that, what it takes later, in bytes, and how often memory was given back.
 */
const EVERY = process.argv[2] === 'by-the-clock' || process.argv[2] === 'stopped' ? 500 : 100
const PATIENCE = 30_000

const told: unknown[] = []
let kept: object[] = []
for (let index = 0; index < 3_000_000; index += 1) {
  kept.push({ index, name: `entry ${index}` })
  if (kept.length > 500_000) kept = []
}
kept = []
const heap = () => getHeapStatistics().total_heap_size
const before = heap()
const way = process.argv[2] ?? 'rest'
const looks = way === 'work-again' ? 60 : way === 'by-the-clock' ? 8 : 5
giveMemoryBack({ log: { debug: (fields) => void told.push(fields) }, rest: looks * EVERY, every: EVERY })
const WAYS: Readonly<Record<string, () => Promise<void>>> = {
  rest,
  busy,
  'now-and-then': nowAndThen,
  stopped,
  'work-again': workAgain,
  'by-the-clock': byTheClock,
}
await WAYS[way]?.()
console.log(JSON.stringify({ before, after: heap(), times: told.length }))

async function busy(): Promise<void> {
  for (const end = performance.now() + 20 * EVERY; performance.now() < end; ) await turnOfTheLoop()
}

/** As a desk at which somebody taps: at rest between two taps, and not for long. */
async function nowAndThen(): Promise<void> {
  for (let tap = 0; tap < 10; tap += 1) {
    await delay(2 * EVERY)
    for (const end = performance.now() + EVERY / 5; performance.now() < end; ) await turnOfTheLoop()
  }
}

/** All of the rest that it would need falls into the time in which it is stopped, but for the looks around it. */
async function stopped(): Promise<void> {
  spawn('sh', ['-c', `sleep 0.05; kill -STOP ${process.pid}; sleep 4; kill -CONT ${process.pid}`], {
    stdio: 'ignore',
  })
  const began = performance.now()
  while (performance.now() < began + 4_000) await delay(EVERY / 10)
  await delay(EVERY / 2)
}

/** One look in sixty finds it at work: in the mean of all of them that is less than what counts as rest. */
async function workAgain(): Promise<void> {
  await delay(40 * EVERY)
  for (const end = performance.now() + EVERY; performance.now() < end; ) await turnOfTheLoop()
  await delay(30 * EVERY)
}

/** In one look of four it does twice as much as counts as rest, and in the mean of all of them half of that. */
async function byTheClock(): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end && told.length === 0; ) {
    await delay(4 * EVERY)
    for (const until = performance.now() + EVERY / 25; performance.now() < until; ) await turnOfTheLoop()
  }
}

async function rest(): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end && told.length === 0; ) await delay(EVERY)
  // Again only when there is something again.
  await delay(15 * EVERY)
}
