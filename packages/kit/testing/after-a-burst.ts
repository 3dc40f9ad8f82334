import { spawn } from 'node:child_process'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { giveMemoryBack } from '../give-memory-back.ts'

/**
 * A process that has done much and then nothing more, or goes on (`busy`), does something now and then (`now-and-then`), or
 * is stopped for longer than it would have to rest (`stopped`), or may rest for an hour (`pause`). Prints what its heap took
 * right after that, what it takes later, in bytes, how often memory was given back, and how often V8 went through all of the
 * heap since the burst.
 */
const EVERY = 100
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
let collections = 0
const collected = new PerformanceObserver((list) => {
  collections += list.getEntries().filter(isMajor).length
})
collected.observe({ entryTypes: ['gc'] })
const way = process.argv[2] ?? 'rest'
giveMemoryBack({
  log: { debug: (fields) => void told.push(fields) },
  rest: way === 'pause' ? 3_600_000 : 5 * EVERY,
  every: EVERY,
})
const WAYS: Readonly<Record<string, () => Promise<void>>> = { rest, busy, 'now-and-then': nowAndThen, stopped, pause }
await WAYS[way]?.()
console.log(JSON.stringify({ before, after: heap(), times: told.length, collections }))

/** What a collection was is in its `detail`, which Node's types do not know. */
function isMajor(entry: object): boolean {
  const detail: unknown = 'detail' in entry ? entry.detail : undefined
  return isObject(detail) && 'kind' in detail && detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

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
  spawn('sh', ['-c', `sleep 0.05; kill -STOP ${process.pid}; sleep 1.5; kill -CONT ${process.pid}`], {
    stdio: 'ignore',
  })
  const began = performance.now()
  while (performance.now() < began + 1_500) await delay(EVERY / 10)
  await delay(EVERY / 2)
}

/** Longer than V8's own memory reducer waits. */
async function pause(): Promise<void> {
  await delay(100 * EVERY)
}

async function rest(): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end && told.length === 0; ) await delay(EVERY)
  // Again only when there is something again.
  await delay(15 * EVERY)
}
