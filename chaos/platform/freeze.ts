import { readFileSync } from 'node:fs'

/**
 * Stops a server where it is, with all processes that it has forked.
 * @returns what lets all of them go on; undefined when there is no such server
 */
export function freeze(server: number): (() => void) | undefined {
  // The server first: from then on it forks nobody, and as it buries nobody either, no id becomes somebody else's.
  if (!reaches(server, 'SIGSTOP')) return undefined
  const stopped = new Set<number>()
  // The signal may have found it forking: until nobody is new.
  for (let isAnyNew = true; isAnyNew; ) {
    const children = childrenOf(server).filter((child) => !stopped.has(child))
    for (const child of children) {
      stopped.add(child)
      reaches(child, 'SIGSTOP')
    }
    isAnyNew = children.length > 0
  }
  return () => {
    for (const pid of [...stopped, server]) reaches(pid, 'SIGCONT')
  }
}

/** Linux knows; elsewhere the server alone is stopped, which keeps new connections waiting. */
export function childrenOf(server: number): number[] {
  try {
    const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8')
    return children.trim().split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** Sends it to a process. @returns false when that one is gone: what is to be done with the others is done all the same */
function reaches(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}
