import type { IncomingMessage } from 'node:http'
import { createSessionReader } from '@forecourt/kit/session.ts'

/** How sessions of ours are known. */
export interface Recognition {
  readonly publicUrl: string
  readonly sessionSecret: string
}

/** Tells whether a request is perhaps not a visitor's: it has a session that we have signed, be it over or not. */
export function createRecognition({ publicUrl, sessionSecret }: Recognition): (request: IncomingMessage) => boolean {
  const readSessionId = createSessionReader(publicUrl, sessionSecret)
  return ({ headers }) => readSessionId(headers.cookie) !== undefined
}

/** Whether a request says which member it acts as. Without a session it is refused, and never taken for a visitor's. */
export const saysItIsStaff = ({ headers }: IncomingMessage): boolean => headers['x-acting-member'] !== undefined
