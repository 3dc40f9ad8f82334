import type { ProblemBody } from '@forecourt/contracts/problem.ts'
import * as z from 'zod/mini'
import { ApiError, inWords, mayPass } from '../../lib/api.ts'
import { NOT_FOUND, type Outcome, type Way } from './queue.ts'

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

/**
 * Sends, and has a refusal said better than the server could.
 * @param say what is said of it, and the ways out; undefined: as the server has
 * @throws {ApiError | NoAnswer | CannotBeSent}
 */
export async function sayingOf<Answer>(
  say: (problem: ProblemBody) => { readonly words: string; readonly ways: readonly Way[] } | undefined,
  sending: Promise<Answer>,
): Promise<Answer> {
  try {
    return await sending
  } catch (error) {
    const problem = error instanceof ApiError ? error.problem : undefined
    const said = problem === undefined ? undefined : say(problem)
    throw said === undefined ? error : new CannotBeSent(said.words, said.ways)
  }
}

/** Why what is kept here is not sent: no answer of the server would change that. */
const UNREADABLE = 'What is kept of it on this device cannot be read any more. Please do it again.'

/** It cannot be opened with its key, or is not what this version of the app sends. */
const isUnreadable = (error: unknown): boolean =>
  error instanceof z.core.$ZodError || (error instanceof DOMException && error.name === 'OperationError')

/**
 * What an error of sending means: a refusal needs a person, everything else is tried again. What does not speak the service's
 * language was said by something in front of it, such as the sign-in page of a network: it is no word of the service.
 */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof CannotBeSent) {
    const { message: reason, ways } = error
    return ways.length === 0 ? { kind: 'refused', reason } : { kind: 'refused', reason, ways }
  }
  if (isUnreadable(error)) return { kind: 'refused', reason: UNREADABLE }
  if (!(error instanceof ApiError)) return { kind: 'unanswered' }
  if (error.status === 401) return { kind: 'signed-out' }
  if (mayPass(error)) return { kind: 'unanswered' }
  return { kind: 'refused', reason: error.status === 404 ? NOT_FOUND : inWords(error, 'The server refused it.') }
}
