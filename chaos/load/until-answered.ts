import { setTimeout as delay } from 'node:timers/promises'
import type { Answer } from '../../tests/system/support/client.ts'

const TRIES = 5
/** Between two of them, in milliseconds. */
const PAUSE = 200

/**
 * Asks until it is known: the first time nobody is signed in. That it was not answered at once is in the history.
 * @returns undefined when it is not known after some tries
 */
export async function untilAnswered(ask: () => Promise<Answer | undefined>): Promise<Answer | undefined> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await ask()
    if (answer !== undefined && answer.status !== 401 && answer.status !== 503) return answer
    await delay(PAUSE)
  }
  return undefined
}
