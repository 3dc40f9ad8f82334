import { hash } from 'node:crypto'
import type pg from 'pg'

/**
 * Has a connection prepare each statement that it is asked with values, when it is first asked. BullMQ sends the same few for
 * every job and prepares none, and to parse and plan one was a fifth of what a job cost the server. Not for whoever makes
 * texts up: the server keeps each of them for as long as the connection lasts.
 *
 * When a table has got other columns meanwhile, as a later version of BullMQ may give it, a statement that was prepared before
 * fails. The pool gives up a connection on which one has failed, so that it fails once for each.
 */
export function preparesStatements(client: pg.ClientBase): void {
  const query = client.query.bind(client)
  Object.assign(client, {
    query(asked: unknown, values: unknown, done: unknown): unknown {
      const isPrepared = typeof asked === 'string' && Array.isArray(values)
      return Reflect.apply(query, undefined, isPrepared ? [named(asked, values), done] : [asked, values, done])
    },
  })
}

/** PostgreSQL cuts names after 63 bytes, and the texts are longer. */
const named = (text: string, values: unknown[]) => ({ name: hash('sha256', text, 'base64'), text, values })
