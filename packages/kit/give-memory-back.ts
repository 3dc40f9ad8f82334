import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Log } from './logging.ts'

/** So often a process looks whether it is at rest, in milliseconds. */
const LOOK = 10_000
/** Who does less than this share of the time is at rest: nobody waits for a process that stands still. */
const AT_REST = 0.02
/** A look that finds it at work for this share of the time begins the rest anew. What is done by the clock is far less. */
const AT_WORK = 0.1
/** What the heap may have grown by since it was given back last, in bytes: less is not worth standing still for. */
const WORTH = 32 * 2 ** 20

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives memory back to the system once a burst of work is over. V8 looks for garbage when it needs room, and a process that
 * has nothing more to do needs none: workers that had caught up with a long log went on holding 378 MB, of which 38 were in
 * use, for as long as nobody asked for anything.
 *
 * It takes some hundred milliseconds, and what V8 has compiled for speed goes as well, as much of it relies on shapes that no
 * object has while no request is under way: the next thousands of requests cost two to three times as much. So next to
 * nothing must have been done in all of `rest`, and nothing much at any time of it; and V8's own way to the same is switched off
 * (node-flags.ts). Looks are counted: a process that was stopped for longer has looked once, and whoever waits for it has waited
 * all along.
 * @param rest for how long nothing must have been done, in milliseconds (`MEMORY_REST_SECONDS`)
 * @param log hears of it each time
 * @param every how often it is looked at, in milliseconds
 */
export function giveMemoryBack({
  rest,
  log,
  every = Math.min(LOOK, rest),
}: {
  readonly rest: number
  readonly log?: Pick<Log, 'debug'>
  readonly every?: number
}): void {
  const collect = collector()
  let before = performance.eventLoopUtilization()
  let restBegan = before
  const looks = Math.ceil(rest / every)
  let quietLooks = 0
  let kept = 0
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const isAtWork = performance.eventLoopUtilization(now, before).utilization >= AT_WORK
    before = now
    quietLooks = isAtWork ? 0 : quietLooks + 1
    if (isAtWork) restBegan = now
    if (quietLooks < looks || heap() < kept + WORTH) return
    if (performance.eventLoopUtilization(now, restBegan).utilization >= AT_REST) return
    const began = performance.now()
    // Pages that are half empty are given back by this one alone.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    kept = heap()
    log?.debug({ durationMs: Math.round(performance.now() - began) }, 'memory was given back')
  }, every).unref()
}

/** What the heap takes of the system, in use or not, in bytes. */
const heap = () => getHeapStatistics().total_heap_size

/** Node has no other way to it but a flag at its start, which whoever starts the process would have to know of. */
function collector(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
