import pg from 'pg'

/**
 * Does the work in one transaction on a connection of its own. When the work fails nothing of it is there.
 * @param databaseUrl as the database's owner
 */
export async function inOneTransaction<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await onOneConnection(databaseUrl, (client) => committed(client, () => work(client)))
}

/** Does the work on a connection of its own. Its end takes back what was not committed. */
export async function onOneConnection<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'forecourt restore' })
  client.on('error', () => {}) // the query that is running rejects as well
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Does the work in a transaction. Who fails ends the connection. */
export async function committed<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  const outcome = await work()
  await client.query('commit')
  return outcome
}
