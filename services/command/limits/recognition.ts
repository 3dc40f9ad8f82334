import type { IncomingMessage } from 'node:http'
import { readSessionId } from '@forecourt/kit/session.ts'

/** How sessions of ours are known. */
export interface Recognition {
  readonly publicUrl: string
  readonly sessionSecret: string
}

/** Whether a request is perhaps not a visitor's: it has a session that we have signed, be it over or not. */
export function mayBeStaff({ headers }: IncomingMessage, { publicUrl, sessionSecret }: Recognition): boolean {
  return readSessionId(headers.cookie, publicUrl, sessionSecret) !== undefined
}

/** Whether a request says which member it acts as. Without a session it is refused, and never taken for a visitor's. */
export const saysItIsStaff = ({ headers }: IncomingMessage): boolean => headers['x-acting-member'] !== undefined
