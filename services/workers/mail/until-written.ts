import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@forecourt/kit/logging.ts'

/** Between two tries, in milliseconds: sooner than a job comes back from a store that was away. */
const TRIED_AGAIN_AFTER = 1_000

/**
 * Writes down that a mail was sent. The mail server has it, and so far only this process knows: were the job given back, whoever
 * gets it would send it again. So the log is waited for, however long it takes nothing down. Does not reject.
 * @param write tries it once
 */
export async function untilWritten(log: Log, jobId: string, write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      log.warn({ jobId, error }, 'a mail was sent, and the log does not take that down yet')
      await pause(TRIED_AGAIN_AFTER)
    }
  }
}
