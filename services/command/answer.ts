import { sendSeen } from '@forecourt/kit/seen.ts'
import type { Response } from 'express'
import type { Executed } from './log/execute.ts'
import { type AnyRefusal, problemOf } from './refusals.ts'

/**
 * Answers with what came of a command, and says up to where the log was written.
 * @throws {Problem} when it was refused
 */
export function answer<Answer>(response: Response, status: number, executed: Executed<AnyRefusal, Answer>): void {
  if (!executed.ok) throw problemOf(executed.refusal)
  if (executed.position !== undefined) sendSeen(response, executed.position)
  response.status(status).json(executed.answer)
}
