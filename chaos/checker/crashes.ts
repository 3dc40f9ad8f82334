import type { Evidence } from './evidence.ts'

/** What a full disk has ended is noticed and told of so long after it has room again at most, in milliseconds. */
const NOTICED = 5_000

/**
 * No process of ours ends that nobody has ended: whatever breaks, it answers with an error and goes on (SECURITY rule 21).
 * PostgreSQL ends where it cannot write its own log of changes, and only there.
 */
export function faultsOfCrashes({ history: { crashes, faults } }: Pick<Evidence, 'history'>): string[] {
  return crashes
    .filter(({ process, at }) => process !== 'postgres' || !faults.some((fault) => explains(fault, at)))
    .map(({ process, at, how }) =>
      [`${process} ended by itself at ${new Date(at).toISOString()}`, ...(how === '' ? [] : [how])].join(': '),
    )
}

const explains = ({ name, target, startedAt, endedAt }: Evidence['history']['faults'][number], at: number): boolean =>
  name === 'full-disk' && target === 'postgres' && startedAt <= at && at <= endedAt + NOTICED
