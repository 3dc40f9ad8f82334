import { readdirSync, readFileSync } from 'node:fs'

/**
 * Processor time, from /proc (Linux only). Unlike rates it tells what work costs also on a machine that others use, too.
 */

/** The kernel counts in these. */
const TICKS_A_SECOND = 100

interface Times {
  readonly parent: number
  readonly own: number
  /** Of children that have ended. */
  readonly children: number
}

/** Processor seconds of a process so far, without its children; undefined when it is gone. */
export function processorSeconds(pid: number): number | undefined {
  const times = timesOf(pid)
  return times === undefined ? undefined : times.own / TICKS_A_SECOND
}

/** Those of a process and of all its children, also of those that have ended. */
export function processorSecondsOfAll(pid: number): number {
  const self = timesOf(pid)
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(Number(name)) ?? [])
    .filter(({ parent }) => parent === pid)
  const ticks = children.reduce((sum, { own }) => sum + own, (self?.own ?? 0) + (self?.children ?? 0))
  return ticks / TICKS_A_SECOND
}

function timesOf(pid: number): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Behind the program's name, which may have spaces and brackets in it, the fields are those from the third on.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index],
    )
    return { parent, own: user + system, children: childrenUser + childrenSystem }
  } catch {
    return undefined
  }
}
