import { type CpuInfo, cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'

/** When others leave more than this part of all processor time, a crew rests less; less than that one, and it rests. */
const PLENTY = 0.6
const SCARCE = 0.5

/**
 * The rests between two crews, in milliseconds: the longest at once when somebody needs the processors, and half as long from
 * look to look when nobody does any more. Even while people take all processors, crew goes after crew: a mail is late then, and not left.
 */
const RESTS = { shortest: 50, longest: 400 } as const

/** Between two looks at the processors, in milliseconds. */
const BETWEEN_LOOKS = 250

/**
 * How long a crew rests from now on, in milliseconds; 0 when it need not.
 * @param now as long as so far
 * @param leftOver part of all processor time that others have left meanwhile: 0, or 1 and more when nobody else did anything
 */
export function nextRest(now: number, leftOver: number): number {
  if (leftOver > PLENTY) return now > RESTS.shortest ? now / 2 : 0
  return leftOver < SCARCE ? RESTS.longest : now
}

/** Those who do jobs at once. */
export interface Crew {
  /** Resolves when the next job may be begun: at once, unless the crew rests. */
  begin(): Promise<void>
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
  let rest = 0
  let resting: (() => void)[] = []
  let timer: NodeJS.Timeout | undefined

  function beginAll(): void {
    clearTimeout(timer)
    timer = undefined
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
      const passed = now.all - before.all
      rest = nextRest(rest, passed > 0 ? (now.leftOver - before.leftOver) / passed : 1)
      before = now
    }
    beginAll()
  }

  return {
    begin: () =>
      new Promise((resolve) => {
        if (rest === 0 || signal.aborted) {
          resolve()
          return
        }
        resting.push(resolve)
        timer ??= setTimeout(beginAll, rest)
      }),
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
function sumOf({ processors, own }: Look, share: number): { readonly leftOver: number; readonly all: number } {
  let leftOver = (share * (own.user + own.system)) / 1_000
  let all = 0
  for (const { times } of processors) {
    leftOver += times.idle
    all += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { leftOver, all }
}
