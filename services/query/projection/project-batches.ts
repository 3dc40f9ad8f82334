import type { Position } from '@forecourt/event-log/port.ts'
import { applyBatch, type Projection, type Told } from './apply-batch.ts'
import type { Inbox } from './inbox.ts'

/** What has just become visible. */
export interface Applied {
  readonly told: readonly Told[]
  /** When it was taken out of the inbox, in milliseconds since 1970. */
  readonly takenAt: number
}

/** How projecting has ended. */
export interface Outcome {
  readonly outcome: 'ended' | 'overtaken'
  /** Up to where the rows have come. */
  readonly position: Position
}

/**
 * Projects batch after batch until the inbox ends. While the database writes one, the next is decoded: each of the two takes
 * about half of the time. What is written goes strictly in order.
 * @throws what the inbox's source, the vault or `applyBatch` throws
 */
export async function projectBatches(
  projection: Projection,
  from: Position,
  inbox: Inbox,
  onApplied: (batch: Applied) => void = () => {},
): Promise<Outcome> {
  let position = from
  for await (const batch of preparedBatches(projection, from, inbox)) {
    const outcome = await applyBatch(projection, position, batch.told, batch.through)
    if (outcome === 'overtaken') return { outcome, position }
    position = batch.through
    onApplied(batch)
  }
  return { outcome: 'ended', position }
}

/**
 * The inbox's batches, decoded: one more while the one before it is made use of.
 * @throws what the inbox's source or the vault throws
 */
export async function* preparedBatches(
  projection: Pick<Projection, 'tell'>,
  from: Position,
  inbox: Inbox,
): AsyncGenerator<Prepared> {
  const prepare = (after: Position): Promise<Prepared | undefined> => {
    const preparing = takeAndTell(projection, inbox, after)
    // It may fail while the batch before it is being written; whoever awaits it hears of it.
    preparing.catch(() => {})
    return preparing
  }
  for (let next = prepare(from); ; ) {
    const batch = await next
    if (batch === undefined) return
    next = prepare(batch.through)
    yield batch
  }
}

interface Prepared extends Applied {
  readonly through: Position
}

async function takeAndTell(
  projection: Pick<Projection, 'tell'>,
  inbox: Inbox,
  after: Position,
): Promise<Prepared | undefined> {
  const batch = await inbox.take(after)
  const takenAt = Date.now()
  return batch && { told: await projection.tell(batch.events), through: batch.through, takenAt }
}
