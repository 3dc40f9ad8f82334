import type { EventLog, Recorded } from '@forecourt/event-log/port.ts'
import { type Projection, readStored, write } from './apply-batch.ts'
import { holdCheckpoint } from './checkpoint.ts'
import { parkedStreams } from './parked.ts'
import { replayCustomers } from './replay-customers.ts'
import { movedChannel } from './schema-name.ts'
import { factsOf } from './stretches.ts'
import { inTransaction } from './transaction.ts'

/**
 * Projects what waits of a parked stream, up to the checkpoint, after the cause was mended, and has the rows of the customers
 * that it tells of be those of a replay. No batch is committed meanwhile. `parked again`: one of its events still cannot be
 * projected; those before it are done.
 */
export async function releaseParked(
  projection: Omit<Projection, 'onPoison'>,
  eventLog: EventLog,
  stream: string,
): Promise<'released' | 'parked again' | 'not parked'> {
  const { pool, schema } = projection
  return await inTransaction(pool, async (client) => {
    const checkpoint = await holdCheckpoint(client, schema)
    const parked = (await parkedStreams(client, schema)).find((candidate) => candidate.stream === stream)
    if (parked === undefined) return 'not parked'
    const events: Recorded[] = []
    for await (const event of eventLog.read(stream, parked.revision)) {
      if (event.position <= checkpoint) events.push(event)
    }
    const told = await projection.tell(events)
    await client.query(`delete from ${schema}.parked where stream = $1`, [stream])
    const stored = await readStored(client, schema, told)
    await write(client, { ...projection, onPoison: 'park' }, told, stored, true)
    const customers = new Set(factsOf(told).flatMap(({ data }) => ('customerId' in data ? [data.customerId] : [])))
    if (customers.size > 0) await replayCustomers(client, projection, eventLog, customers, checkpoint)
    await client.query('select pg_notify($1, $2)', [movedChannel(schema), String(checkpoint)])
    return (await parkedStreams(client, schema)).some((candidate) => candidate.stream === stream)
      ? 'parked again'
      : 'released'
  })
}
