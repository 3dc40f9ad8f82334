import type { Answer } from '../../tests/system/support/client.ts'

const TRIES = 5

/** Asks until it is known: the first time nobody is signed in. That it was not answered at once is in the history. */
export async function untilAnswered(ask: () => Promise<Answer | undefined>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await ask()
    if (answer !== undefined && answer.status !== 401 && answer.status !== 503) return
  }
}
