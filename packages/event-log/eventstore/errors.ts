import {
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnsupportedError,
} from '@eventstore/db-client'

const REFUSALS = [
  AccessDeniedError,
  InvalidArgumentError,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  UnsupportedError,
  RangeError,
]

/**
 * Whether this error will come again however often one tries, and nothing was written: a wrong account, a deleted stream,
 * too much at once, a server too old to tell positions. Anything else leaves the outcome unknown (rule of the client's authors: a write error that is
 * not understood may have been written).
 */
export function isRefusal(error: unknown): error is Error {
  return REFUSALS.some((kind) => error instanceof kind)
}

/** The client leaves some messages empty; the kind of error then says more than nothing. */
export function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? error.constructor.name : `${error.constructor.name}: ${error.message}`
}
