import type { FaultName } from './history.ts'

/**
 * For the end of a run, where nobody sees any more what its rounds began with: a line for each kind of fault that none of
 * them could make, so that nothing is said of it.
 * @param rounds what each could not make, and why
 */
export function neverMade([first, ...others]: readonly ReadonlyMap<FaultName, string>[]): string[] {
  return [...(first ?? [])]
    .filter(([name]) => others.every((round) => round.has(name)))
    .map(([name, why]) => `Never made: ${name} (${why})`)
}
