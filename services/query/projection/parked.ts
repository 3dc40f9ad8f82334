import type { Recorded } from '@forecourt/event-log/port.ts'
import type { ClientBase, Pool } from 'pg'

/** A stream that waits because one of its events could not be projected. */
export interface ParkedStream {
  readonly stream: string
  /** Revision of the event that could not be projected: releasing begins there. */
  readonly revision: bigint
  readonly eventType: string
  /** What was wrong with it. Names no value of the event. */
  readonly reason: string
  /** Events of the stream that wait, the first included. */
  readonly waiting: number
}

/** The streams that wait. */
export async function parkedStreams(db: Pool | ClientBase, schema: string): Promise<ParkedStream[]> {
  const { rows } = await db.query<{
    stream: string
    revision: string
    event_type: string
    reason: string
    waiting: string
  }>(`select stream, revision, event_type, reason, waiting from ${schema}.parked order by stream`)
  return rows.map(({ stream, revision, event_type, reason, waiting }) => ({
    stream,
    revision: BigInt(revision),
    eventType: event_type,
    reason,
    waiting: Number(waiting),
  }))
}

/** Sets the stream aside from this event on. */
export async function park(client: ClientBase, schema: string, event: Recorded, reason: string): Promise<void> {
  await client.query(
    `insert into ${schema}.parked (stream, revision, position, event_id, event_type, reason, waiting)
     values ($1, $2, $3, $4, $5, $6, 1)`,
    [event.stream, event.revision, event.position, event.id, event.type, reason],
  )
}

/** Counts further events of streams that wait already. */
export async function countWaiting(
  client: ClientBase,
  schema: string,
  waiting: ReadonlyMap<string, number>,
): Promise<void> {
  if (waiting.size === 0) return
  await client.query(
    `update ${schema}.parked set waiting = parked.waiting + more.events
     from unnest($1::text[], $2::bigint[]) more (stream, events)
     where parked.stream = more.stream`,
    [[...waiting.keys()], [...waiting.values()]],
  )
}
