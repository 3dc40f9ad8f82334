import { hash } from 'node:crypto'

/**
 * Ids of traces and spans follow from what the log knows anyway: no header has to travel through log and queue, and a span
 * can name its cause, which another process has recorded.
 */

/** The trace of all that one request caused: its id without dashes, when it is a UUID. */
export function traceIdOf(requestId: string): string {
  const plain = requestId.replaceAll('-', '').toLowerCase()
  return /^(?!0{32})[0-9a-f]{32}$/.test(plain) ? plain : hash('sha256', requestId, 'hex').slice(0, 32)
}

/** The span that was recorded under this name. */
export const spanIdOf = (name: string): string => hash('sha256', name, 'hex').slice(0, 16)

/** Names of the spans that others are caused by. */
export const SPANS = {
  /** The answering of a request. */
  request: (requestId: string) => `request ${requestId}`,
  /** The append of a command's events to a stream. */
  append: (commandId: string, stream: string) => `append ${commandId} ${stream}`,
  /** What a worker does, by the stream in which it is written down. */
  work: (stream: string) => `work ${stream}`,
} as const
