import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import type { Environment } from '@forecourt/infra/embedded/services.ts'
import { EXIT } from '@forecourt/operator/cli/command.ts'
import { NODE_ENVIRONMENT, ROOT } from '../../tests/system/support/node.ts'
import type { HistoryWriter } from '../history-file.ts'

/** Between two replays, in milliseconds: one takes some seconds of a processor that others need. */
const REST = 30_000
/** One that takes longer waits for something that was hit. In milliseconds. */
const LONGEST = 120_000

/** The processors go first to those who are waited for. */
const LOW_PRIORITY = 10

/**
 * An operator who asks again and again, while people are busy and faults are made, whether the screens tell the truth
 * (`forecourt diff`). What could not be answered, as the database was away, is asked anew.
 */
export async function replayMeanwhile(
  environment: Environment,
  history: Pick<HistoryWriter, 'write'>,
  over: AbortSignal,
): Promise<void> {
  const ended = () => over.aborted
  while (!ended()) {
    await delay(REST, undefined, { signal: over }).catch(() => {})
    if (ended()) return
    const replayed = await askForDifferences(environment, over)
    if (replayed !== undefined) history.write({ kind: 'replayed', at: Date.now(), ...replayed })
  }
}

/** @returns whether each row is what the log says, and the answer in full; undefined when there was none */
export async function askForDifferences(
  environment: Environment,
  over: AbortSignal,
): Promise<{ readonly isSame: boolean; readonly said: string } | undefined> {
  const child = spawn(process.execPath, ['services/operator/main.ts', 'diff', '--json'], {
    cwd: ROOT,
    env: { ...NODE_ENVIRONMENT, TZ: 'UTC', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: LONGEST,
  })
  const stop = () => child.kill('SIGTERM')
  over.addEventListener('abort', stop, { once: true })
  try {
    const ending = once(child, 'exit')
    if (child.pid !== undefined) setPriority(child.pid, LOW_PRIORITY)
    const said = await text(child.stdout)
    const [code] = await ending
    // One that broke has said nothing.
    const isAnswer = (code === EXIT.done || code === EXIT.amiss) && said !== ''
    return isAnswer ? { isSame: code === EXIT.done, said: said.trim() } : undefined
  } finally {
    over.removeEventListener('abort', stop)
  }
}
