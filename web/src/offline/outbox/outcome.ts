import { ApiError, inWords } from '../../lib/api.ts'
import type { Outcome } from './queue.ts'

/** It cannot be sent, now or later, whatever the server says: a person has to look at it. The message says why. */
export class CannotBeSent extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'CannotBeSent'
  }
}

/** What an error of sending means: a refusal needs a person, everything else is tried again. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof CannotBeSent) return { kind: 'refused', reason: error.message }
  if (!(error instanceof ApiError)) return { kind: 'unanswered' }
  if (error.status === 401) return { kind: 'signed-out' }
  if (error.status >= 500 || [408, 425, 429].includes(error.status)) return { kind: 'unanswered' }
  const gone = 'What it is about is no longer there: it was removed meanwhile.'
  return { kind: 'refused', reason: error.status === 404 ? gone : inWords(error, 'The server refused it.') }
}
