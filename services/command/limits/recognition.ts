import type { IncomingMessage } from 'node:http'
import { readSessionId } from '@forecourt/kit/session.ts'

/** How sessions of ours are known. */
export interface Recognition {
  readonly publicUrl: string
  readonly sessionSecret: string
}

/** Whether a request is perhaps not a visitor's: it has a session of ours, or says which member it acts as. */
export function mayBeStaff({ headers }: IncomingMessage, { publicUrl, sessionSecret }: Recognition): boolean {
  return (
    headers['x-acting-member'] !== undefined || readSessionId(headers.cookie, publicUrl, sessionSecret) !== undefined
  )
}
