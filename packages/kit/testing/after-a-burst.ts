import { setTimeout as delay, setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { giveMemoryBack } from '../give-memory-back.ts'

/**
 * A process that has done much and then nothing more, or goes on (`busy`). Prints what its heap took right after that, what
 * it takes later, in bytes, and how often memory was given back.
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
giveMemoryBack({ log: { debug: (fields) => void told.push(fields) }, every: EVERY })
await (process.argv[2] === 'busy' ? goOn() : rest())
console.log(JSON.stringify({ before, after: heap(), times: told.length }))

async function goOn(): Promise<void> {
  for (const end = performance.now() + 20 * EVERY; performance.now() < end; ) await turnOfTheLoop()
}

async function rest(): Promise<void> {
  for (const end = performance.now() + PATIENCE; performance.now() < end && told.length === 0; ) await delay(EVERY)
  // Again only when there is something again.
  await delay(10 * EVERY)
}
