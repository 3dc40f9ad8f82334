import { type Client, type ClientBase, DatabaseError, type Pool, type PoolClient } from 'pg'

/**
 * Runs the work in one transaction, on a pool with `pipeline`: statements that do not need each other's answers are sent
 * together. Its commit does not wait for the disk: rows and checkpoint go together and can be made again from the log, so
 * a server that dies only sets the projection back by a moment.
 */
export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    // By itself: were it refused, what was sent along with it would be committed statement by statement.
    await client.query('begin; set local synchronous_commit = off')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    // Whatever state the connection is in, it is not worth finding out: the next transaction gets a new one.
    client.release(true)
    throw error
  }
}

/**
 * Has what is asked of a connection in one turn leave in one piece: the driver writes statement by statement, and each write is
 * a call of the system and wakes the server.
 */
export function atOnce<Result>(client: ClientBase & Partial<Pick<Client, 'connection'>>, ask: () => Result): Result {
  const stream = client.connection?.stream
  stream?.cork()
  try {
    return ask()
  } finally {
    stream?.uncork()
  }
}

/**
 * Waits for statements that were sent together. When one fails, all behind it are refused because of that, and their errors
 * may be heard first: the one that is thrown is the cause.
 */
export async function together(statements: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements)
  const errors = outcomes.flatMap((outcome): unknown[] => (outcome.status === 'rejected' ? [outcome.reason] : []))
  if (errors.length > 0) throw errors.find((error) => !isConsequence(error)) ?? errors[0]
}

/** "Current transaction is aborted". */
const isConsequence = (error: unknown): boolean => error instanceof DatabaseError && error.code === '25P02'
