import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Of 19: about a thirtieth of what others have. Mails go out also while people keep all processors busy, and a contract, which
 * is twelve milliseconds of nothing but reckoning, is in nobody's way.
 */
const LESS = 15

/**
 * Gives this process a lower priority: nobody waits for a mail as one waits for a page, so on a machine that is fully busy
 * the others have the processors first. Where the system does not let it, all stays as it was.
 */
export function giveWay(): void {
  attempt(() => setPriority(LESS))
  // Linux gives each thread a priority of its own; those that are started from here on begin with that of this one.
  attempt(() => {
    for (const thread of readdirSync('/proc/self/task')) attempt(() => setPriority(Number(thread), LESS))
  })
  // Linux shares processors between sessions first, each of which has a priority of its own. A session of which this
  // process is not the leader is somebody else's, such as a terminal's.
  attempt(() => {
    if (sessionOf(readFileSync('/proc/self/stat', 'utf8')) === process.pid) {
      writeFileSync('/proc/self/autogroup', String(LESS))
    }
  })
}

/** Behind the program's name, which may have spaces and brackets in it, come its state, parent, group and session. */
const sessionOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])

function attempt(change: () => void): void {
  try {
    change()
  } catch {
    // Then the system decides.
  }
}
