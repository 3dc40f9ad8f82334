import type { Fault, FaultTarget } from '../history.ts'

/**
 * The system answers again so long after a fault's end, without anybody's help; in milliseconds (SECURITY: invariants). On a
 * machine that is busy with other things everything takes longer: who judges a run there says how much.
 */
export const BACK_WITHIN = 10_000

/** What a service cannot work without: a fault of these may keep it from answering. */
export const LEANS_ON = {
  command: ['gateway', 'command', 'postgres', 'object-storage'],
  query: ['gateway', 'query', 'postgres', 'object-storage'],
  /** Rows that follow the log. */
  freshness: ['projector', 'query', 'postgres'],
  /** Knowing that a mail was sent. */
  mail: ['workers', 'postgres', 'queue', 'mail-server'],
} as const satisfies Record<string, readonly FaultTarget[]>

/** The faults of one of the targets that something between two instants may have suffered from. */
export function faultsDuring(
  faults: readonly Fault[],
  targets: readonly FaultTarget[],
  from: number,
  to: number,
  backWithin: number,
): Fault[] {
  return faults.filter(
    ({ target, startedAt, endedAt }) => targets.includes(target) && startedAt <= to && from <= endedAt + backWithin,
  )
}
