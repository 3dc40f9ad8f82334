import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Of 19: about a thirtieth of what others have, where the system has no policy for idle times, or shares by session. Mails go
 * out also while people keep all processors busy, and a contract, which is twelve milliseconds of nothing but reckoning, is in
 * nobody's way.
 */
const LESS = 15

/**
 * Gives this process a lower priority, and on Linux the policy for idle times: nobody waits for a mail as one waits for a page,
 * so on a machine that is fully busy the others have the processors first. Where the system does not let it, all stays as it was.
 */
export function giveWay(): void {
  // With a low priority alone, others that wake still wait for the end of its turn, up to some milliseconds, and are not woken
  // where it runs: Linux takes a processor for free only when what runs there is of the policy for idle times. A desk's list
  // of bookings was answered a fifth more often with it while bookings were made, and no fewer mails went out beside eight busy
  // loops in the same session. Node cannot ask for it; the tool is part of every Debian. It comes first: it would be slow, too.
  attempt(() => execFileSync('chrt', ['--all-tasks', '--idle', '--pid', '0', String(process.pid)], TOOL))
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

/** A tool that does not answer, in milliseconds, is not waited for. */
const TOOL = { stdio: 'ignore', timeout: 5_000 } as const

/** Behind the program's name, which may have spaces and brackets in it, come its state, parent, group and session. */
const sessionOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])

function attempt(change: () => void): void {
  try {
    change()
  } catch {
    // Then the system decides.
  }
}
