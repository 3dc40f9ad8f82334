import { type CpuInfo, cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * When others leave less than this part of all processor time they need the processors, until they leave more than that one.
 * On two processors one caller who asks without a pause takes nearly half of it, and is slowed down by jobs that take the rest.
 * What is done for jobs alone must not count as others' need, though it is only guessed how much that is (`share`).
 */
const SCARCE = 0.65
const PLENTY = 0.75

/** What jobs may take of all processor time while others need it. */
const THEIRS = 0.1

/** Between two looks at the processors, in milliseconds. */
const BETWEEN_LOOKS = 250

/**
 * What was taken beyond that is remembered for so many looks at most, and after as many some jobs begin whatever was taken: a long
 * job keeps nobody back for minutes, nor does what this process does besides (it seals the log, and looks for files to delete).
 */
const REMEMBERED = 8

/** Whether others need the processors, and if so how much jobs may take. */
export interface Pace {
  readonly isScarce: boolean
  /** While they are scarce: milliseconds of all processors together until the next look; below 0 no job is begun. */
  readonly left: number
}

/**
 * @param so as it was at the last look
 * @param all the processor time that has passed since, in milliseconds, of all processors together
 * @param own what jobs took of it
 * @param idle what nobody took
 */
export function nextPace(so: Pace, { all, own, idle }: Record<'all' | 'own' | 'idle', number>): Pace {
  const leftByOthers = all > 0 ? (idle + own) / all : 1
  const isScarce = leftByOthers < (so.isScarce ? PLENTY : SCARCE)
  if (!isScarce) return { isScarce, left: 0 }
  const theirs = THEIRS * all
  return { isScarce, left: Math.min(Math.max(so.left + theirs - own, -REMEMBERED * theirs), theirs) }
}

/** Those who do jobs at once. */
export interface Crew {
  /** Resolves when the next job may be begun: at once, unless the crew rests. */
  begin(): Promise<void>
  /** Whether others need the processors, so that there are rests between jobs. */
  rests(): boolean
  /** Resolves when the signal has aborted; nobody rests any more then. */
  readonly ended: Promise<void>
}

/**
 * Has jobs begun together and rests in between while others need the processors: nobody waits for a mail as one waits for a
 * page. Fewer jobs at once would leave the processors to others as well, but a mail by itself costs the machine nearly twice
 * as much as one of twenty that are looked up, written down and told of together.
 * Where the system does not tell, nobody rests. In a container it tells of the whole machine. Other workers are others.
 * @param share what the machine does for a job in all, as a multiple of what this process does for it: that is not others' time.
 * It is the share of mails; contracts are nearly all of this process's own, and it is their low priority that keeps them back
 * @param look tells what the processors have done since the system was started, and this process since its own start
 */
export function gatherCrew(signal: AbortSignal, share: number, look: () => Look = lookAround): Crew {
  let pace: Pace = { isScarce: false, left: 0 }
  let resting: (() => void)[] = []
  let looksSince = 0

  function beginAll(): void {
    looksSince = 0
    const all = resting
    resting = []
    for (const begin of all) begin()
  }

  async function keepLooking(): Promise<void> {
    let before = sumOf(look(), share)
    for (;;) {
      await pause(BETWEEN_LOOKS, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) break
      const now = sumOf(look(), share)
      pace = nextPace(pace, { all: now.all - before.all, own: now.own - before.own, idle: now.idle - before.idle })
      before = now
      looksSince += 1
      if (pace.left >= 0 || looksSince >= REMEMBERED) beginAll()
    }
    beginAll()
  }

  return {
    begin: () =>
      new Promise((resolve) => {
        if (pace.isScarce && !signal.aborted) resting.push(resolve)
        else resolve()
      }),
    rests: () => pace.isScarce,
    ended: keepLooking(),
  }
}

/** What {@link gatherCrew} goes by. */
interface Look {
  readonly processors: readonly Pick<CpuInfo, 'times'>[]
  readonly own: Pick<NodeJS.CpuUsage, 'user' | 'system'>
}

const lookAround = (): Look => ({ processors: cpus(), own: process.cpuUsage() })

/** In milliseconds, of all processors together. What jobs take themselves must not have them rest: nobody waits then. */
function sumOf({ processors, own }: Look, share: number): Record<'all' | 'own' | 'idle', number> {
  let [all, idle] = [0, 0]
  for (const { times } of processors) {
    idle += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { all, own: (share * (own.user + own.system)) / 1_000, idle }
}
