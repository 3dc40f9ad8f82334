import { ApiError, inWords } from '../../lib/api.ts'
import type { Outcome, Way } from './queue.ts'

/**
 * It cannot be sent, now or later, or what the server said is said better here: a person has to look at it. The message says
 * why, `ways` lead to what is in the way.
 */
export class CannotBeSent extends Error {
  readonly ways: readonly Way[]
  constructor(why: string, ways: readonly Way[] = []) {
    super(why)
    this.name = 'CannotBeSent'
    this.ways = ways
  }
}

/** What an error of sending means: a refusal needs a person, everything else is tried again. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof CannotBeSent) {
    const { message: reason, ways } = error
    return ways.length === 0 ? { kind: 'refused', reason } : { kind: 'refused', reason, ways }
  }
  if (!(error instanceof ApiError)) return { kind: 'unanswered' }
  if (error.status === 401) return { kind: 'signed-out' }
  if (error.status >= 500 || [408, 425, 429].includes(error.status)) return { kind: 'unanswered' }
  const gone = 'What it is about is no longer there: it was removed meanwhile.'
  return { kind: 'refused', reason: error.status === 404 ? gone : inWords(error, 'The server refused it.') }
}
