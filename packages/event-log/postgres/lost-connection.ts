import pg from 'pg'
import { createBackoff } from '../backoff.ts'
import { Unavailable } from '../port.ts'
import { NotOfItsType } from './binary-array.ts'

/** How long a call that got no answer is tried again before its caller is told, in milliseconds. */
export const PATIENCE = 8_000

/** Every wait on the server ends: connecting, one statement there, and its answer here. In milliseconds. */
export const TIMEOUTS = {
  connectionTimeoutMillis: 3_000,
  statement_timeout: 5_000,
  query_timeout: 6_000,
  keepAlive: true,
} as const

/** Codes that say "this call is wrong": data exception, broken constraint, syntax or missing object, PL/pgSQL's own. */
const REFUSED = /^(22|23|42|55000|P0)/

/**
 * Did the server answer that the call itself cannot work, or is that known before it is asked? Everything else (a lost
 * connection, a timeout, a server that starts or stops, a full disk) says nothing about the call, and leaves open whether it
 * was carried out.
 */
export function isRefusal(error: unknown): error is pg.DatabaseError | NotOfItsType {
  return error instanceof NotOfItsType || (error instanceof pg.DatabaseError && REFUSED.test(error.code ?? ''))
}

/**
 * Repeats the identical call until the server answers. Only for calls that may run twice: reads, and appends, which the
 * log knows by their ids.
 * @param what named in the error
 * @throws {Unavailable} no answer came; whether the call was carried out is unknown
 * @throws {pg.DatabaseError | NotOfItsType} the call itself cannot work
 */
export async function untilAnswered<T>(what: string, call: () => Promise<T>): Promise<T> {
  const giveUp = performance.now() + PATIENCE
  const backoff = createBackoff()
  for (let tries = 1; ; tries += 1) {
    try {
      return await call()
    } catch (error) {
      if (isRefusal(error)) throw error
      // A process that stood still finds its timers over before it has read the answers: the server has said nothing wrong.
      if (tries > 1 && performance.now() > giveUp) throw new Unavailable(what, error)
      await backoff.wait()
    }
  }
}
