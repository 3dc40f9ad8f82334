import { setTimeout as delay } from 'node:timers/promises'
import { unlessStopped } from '@forecourt/infra/embedded/stop-signal.ts'
import { quantile } from '../../bench/statistics.ts'

/** How it went with what was asked at a steady pace. */
export interface Paced {
  /** Requests that were begun. */
  readonly asked: number
  /** When those were due that were left out, as too many were under way: each in milliseconds after the beginning. */
  readonly dropped: readonly number[]
  /** Milliseconds from when a request was due until its answer; of those that failed, too. */
  readonly waits: readonly number[]
  /** What went wrong, and how often. */
  readonly failures: ReadonlyMap<string, number>
}

interface Pace {
  readonly perSecond: number
  readonly seconds: number
  /** So many are under way at most: whoever is slow is not asked without end. */
  readonly atOnce: number
  /** Asks once. @returns what went wrong, in words; undefined when nothing did */
  readonly ask: (number: number) => Promise<string | undefined>
  /** Nobody asks any more when it aborts, and nobody waits for an answer. */
  readonly stop: AbortSignal
}

/** Turns come together so often, in milliseconds. */
const TURN = 10

/**
 * Asks at a steady pace, whether answers come or not: as people do who do not know of each other. Waiting is counted from
 * when a request was due, so that a system that stops for a second is not flattered by questions that were never asked.
 * @throws the reason of the stop: what was measured until then is of a platform that was being ended
 */
export async function keepPace({ perSecond, seconds, atOnce, ask, stop }: Pace): Promise<Paced> {
  const waits: number[] = []
  const failures = new Map<string, number>()
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  let asked = 0
  const dropped: number[] = []
  const one = async (number: number): Promise<void> => {
    const due = began + (number * 1_000) / perSecond
    const failure = await ask(number).catch((error: unknown) =>
      error instanceof Error ? error.message : String(error),
    )
    waits.push(performance.now() - due)
    if (failure !== undefined) failures.set(failure, (failures.get(failure) ?? 0) + 1)
  }
  for (let number = 0; number < perSecond * seconds; ) {
    stop.throwIfAborted()
    const due = ((performance.now() - began) * perSecond) / 1_000
    for (; number < due && number < perSecond * seconds; number += 1) {
      if (underWay.size >= atOnce) {
        dropped.push((number * 1_000) / perSecond)
        continue
      }
      asked += 1
      const asking = one(number).finally(() => underWay.delete(asking))
      underWay.add(asking)
    }
    await delay(TURN)
  }
  await unlessStopped(stop, () => Promise.all(underWay))
  return { asked, dropped, waits, failures }
}

/** What went wrong, how often, and of what was left out when: a line each. */
export function failuresInWords({ failures, dropped }: Paced): string[] {
  const [first, last] = [dropped.at(0), dropped.at(-1)]
  const told = [...failures].map(([failure, count]) => `${count} × ${failure}`)
  if (first === undefined || last === undefined) return told
  const [from, to] = [first, last].map((due) => (due / 1_000).toFixed(1))
  return [
    ...told,
    `${dropped.length} × left out, as too many were under way, from ${from} to ${to} s after the beginning`,
  ]
}

/** One line of a table. */
export function row(name: string, { asked, dropped, waits, failures }: Paced, seconds: number) {
  const failed = [...failures.values()].reduce((sum, count) => sum + count, 0)
  return {
    what: name,
    '/s': Math.round(asked / seconds),
    'p50 ms': Math.round(quantile(waits, 0.5)),
    'p95 ms': Math.round(quantile(waits, 0.95)),
    'p99 ms': Math.round(quantile(waits, 0.99)),
    failed: failed + dropped.length,
  }
}
