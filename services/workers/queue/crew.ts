import { type CpuInfo, cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** When more than this part of all processor time was left over, more jobs are done at once; when less than that one, fewer. */
const PLENTY = 0.3
const SCARCE = 0.15

/** Jobs at once, whatever others do: one that waits for a mail server that is silent must not keep all others. */
const FEWEST = 2

/** Between two looks at the processors, in milliseconds. */
const BETWEEN_LOOKS = 250

/**
 * How many jobs are done at once from now on.
 * @param now as many as so far
 * @param leftOver part of all processor time that nobody took meanwhile, 0 to 1
 * @param most whatever is left over
 */
export function nextSize(now: number, leftOver: number, most: number): number {
  if (leftOver > PLENTY) return Math.min(most, now * 2)
  return leftOver < SCARCE ? Math.max(Math.min(FEWEST, most), Math.floor(now / 2)) : now
}

/**
 * Has a worker do as many jobs at once as the processors have time for, until the signal aborts: nobody waits for a mail as one
 * waits for a page, and most of a job is waiting, so that an idle machine takes twenty at once well and a busy one is slowed
 * down by ten. Where the system does not tell, as many are as may be. In a container it tells of the whole machine.
 * @param most jobs at once
 * @param look tells what the processors have done since the system was started
 */
export async function keepCrew(
  worker: { concurrency: number },
  most: number,
  signal: AbortSignal,
  look: () => readonly Pick<CpuInfo, 'times'>[] = cpus,
): Promise<void> {
  let before = sumOf(look())
  for (;;) {
    await pause(BETWEEN_LOOKS, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    const now = sumOf(look())
    const passed = now.all - before.all
    worker.concurrency = nextSize(worker.concurrency, passed > 0 ? (now.leftOver - before.leftOver) / passed : 1, most)
    before = now
  }
}

/**
 * In milliseconds, of all processors together. What processes of lower priority take is not left over: contracts, which are
 * nothing but reckoning, would have the crew grow for as long as they have a processor, and PostgreSQL has no lower priority.
 */
function sumOf(processors: readonly Pick<CpuInfo, 'times'>[]): { readonly leftOver: number; readonly all: number } {
  let leftOver = 0
  let all = 0
  for (const { times } of processors) {
    leftOver += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { leftOver, all }
}
