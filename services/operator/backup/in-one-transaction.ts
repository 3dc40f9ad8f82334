import pg from 'pg'

/**
 * Does the work in one transaction on a connection of its own. When the work fails nothing of it is there.
 * @param databaseUrl as the database's owner
 */
export async function inOneTransaction<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'forecourt restore' })
  client.on('error', () => {}) // the query that is running rejects as well
  await client.connect()
  try {
    await client.query('begin')
    const outcome = await work(client)
    await client.query('commit')
    return outcome
  } finally {
    await client.end()
  }
}
