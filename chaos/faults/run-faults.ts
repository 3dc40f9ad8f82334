import { setTimeout as delay } from 'node:timers/promises'
import type { HistoryWriter } from '../history-file.ts'
import type { Deliveries } from './deliveries.ts'
import { make, NoSuchPlace, type Reach, targetOf } from './make.ts'
import type { PlannedFault } from './plan.ts'

interface Circumstances {
  readonly platform: Reach
  readonly deliveries: Deliveries
  readonly history: Pick<HistoryWriter, 'write'>
  readonly plan: readonly PlannedFault[]
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

/**
 * Makes the planned faults, each at its time; on a place where one is under way the next one waits. Resolves when all are
 * over; once the signal has aborted, none is begun.
 * @returns how many have hit somebody
 * @throws {NoSuchPlace} the plan is wrong
 */
export async function runFaults({ platform, deliveries, history, plan, signal, say }: Circumstances): Promise<number> {
  const began = performance.now()
  const underWay = new Map<string, Promise<void>>()
  let made = 0
  const strike = async (fault: PlannedFault, number: number): Promise<void> => {
    let startedAt: number | undefined
    const struck = () => {
      startedAt = Date.now()
      say(inWords(fault))
    }
    // What makes the fault may be hit by another one: that it was not made whole is no finding.
    const isMet = await make(platform, deliveries, fault, struck).catch((error: unknown) => {
      if (error instanceof NoSuchPlace) throw error
      say(`a fault broke off: ${fault.name} of ${fault.place}: ${String(error)}`)
      return true
    })
    // One that hit nobody explains nothing, and proves nothing.
    if (startedAt === undefined) return
    if (!isMet) {
      say(`nobody came by meanwhile: ${fault.name}, ${fault.place} does not count`)
      return
    }
    made += 1
    const { name, place } = fault
    const target = targetOf(platform, fault)
    history.write({ kind: 'fault', id: `${number}`, name, target, place, startedAt, endedAt: Date.now() })
  }
  for (const [number, fault] of plan.entries()) {
    const left = fault.at - (performance.now() - began)
    if (left > 0) await delay(left, undefined, { signal }).catch(() => {})
    if (signal.aborted) break
    const before = underWay.get(fault.place) ?? Promise.resolve()
    const striking = before.then(() => (signal.aborted ? undefined : strike(fault, number)))
    // Heard of below, when all are over.
    striking.catch(() => {})
    underWay.set(fault.place, striking)
  }
  await Promise.all(underWay.values())
  return made
}

/** For whoever watches: what ends in the next lines was meant to. */
const inWords = ({ name, place, lasts }: PlannedFault): string =>
  `fault: ${name}, ${place}${lasts === 0 ? '' : `, for ${(lasts / 1_000).toFixed(1)} s`}`
