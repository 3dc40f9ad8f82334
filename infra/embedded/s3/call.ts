import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestTarget } from './request-target.ts'
import type { ObjectStore } from './store.ts'

/** One request whose signature was found right. */
export interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly target: RequestTarget
  /** What the signature says of the body. */
  readonly payloadHash: string
  readonly store: ObjectStore
  /** Longest object that is taken. */
  readonly maxBytes: number
}
