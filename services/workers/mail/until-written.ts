import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@forecourt/kit/logging.ts'

/** Between two tries, in milliseconds: sooner than a job comes back from a store that was away. */
const TRIED_AGAIN_AFTER = 1_000

/**
 * Writes down that a mail was sent. The mail server has it, and so far only this process knows: were the job given back, whoever
 * gets it would send it again. So the log is waited for, however long it takes nothing down.
 * @param write tries it once
 * @param ending aborts when the process is to stop
 * @throws what `write` throws, once the process is to stop: then the job is given back, as it is when a process is killed
 */
export async function untilWritten(
  log: Log,
  jobId: string,
  write: () => Promise<void>,
  ending?: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await write()
      return
    } catch (error) {
      if (ending?.aborted === true) throw error
      log.warn({ jobId, error }, 'a mail was sent, and the log does not take that down yet')
      await pause(TRIED_AGAIN_AFTER, undefined, { signal: ending }).catch(() => undefined)
    }
  }
}
