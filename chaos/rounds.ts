import type { Asked } from './command-line.ts'

type Run = Omit<Extract<Asked, { readonly what: 'faults' }>, 'what'>

/** A round that is to be run. */
export interface Planned {
  readonly seed: number
  readonly milliseconds: number
  /** Whether its disks are small and in memory, where this machine can have such: only those can be full. */
  readonly smallDisks: boolean
  /** What `npm run chaos --` is told to run this round by itself. */
  readonly alone: string
}

/** A round begins anew with an empty database: however long a run is, it takes no more room than one. In minutes. */
const LONGEST = 10

/**
 * The rounds of a run, of the same length, each with a seed of its own that follows from the run's. A disk that can be full is in
 * memory, where nothing waits for it: every other round has a real one.
 */
export function roundsOf({ minutes, seed, clerks, realDisks, redis }: Run): Planned[] {
  const count = Math.ceil(minutes / LONGEST)
  return Array.from({ length: count }, (_, index) => {
    const smallDisks = !realDisks && index % 2 === 0
    const length = minutes / count
    const where = [...(smallDisks ? [] : ['--real-disks']), ...(redis ? ['--redis'] : [])]
    const alone = `--minutes ${Number(length.toFixed(3))} --seed ${seed + index} --clerks ${clerks}`
    return {
      seed: seed + index,
      milliseconds: length * 60_000,
      smallDisks,
      alone: [alone, ...where].join(' '),
    }
  })
}
