import type { AllStreamResolvedEvent, AllStreamSubscription } from '@eventstore/db-client'
import { START, streamNameFilter } from '@eventstore/db-client'
import type { Filter } from '../port.ts'
import type { Connection } from './connection.ts'
import { type Pulled, pull } from './pull.ts'

/** What the server tells between the events. */
class Mark {
  readonly kind: 'confirmed' | 'checkpoint' | 'caughtUp'
  readonly position: bigint | undefined
  constructor(kind: Mark['kind'], position?: bigint) {
    this.kind = kind
    this.position = position
  }
}

export type Delivered =
  | { readonly kind: 'event'; readonly event: NonNullable<AllStreamResolvedEvent['event']> }
  | { readonly kind: 'confirmed' | 'caughtUp' }
  | { readonly kind: 'checkpoint'; readonly position: bigint }

export interface Subscription {
  /** The next thing the server said, in its order; see `pull.ts`. */
  next(patience: number): Promise<Pulled<Delivered>>
  /** Cancels; a `next` that waits gives `end`. */
  stop(): void
}

/** Events that may wait in this process before the server is held back. */
const BUFFER = 256

/** The server tells where it is after looking at so many events, whether any of them passed the filter or not. */
const CHECKPOINT_EVERY = 512

/**
 * One subscription to the whole log, from after this position on, until it drops. It never comes back by itself: that is
 * the follower's work.
 *
 * The client reports checkpoints and the rest by callback, ahead of events that are still in its buffer. Here they are put
 * into that very buffer, which is ordered and bounded: whoever takes a checkpoint out has taken all events before it.
 */
export function subscribe({ client, credentials }: Connection, after: bigint, { prefixes }: Filter): Subscription {
  const subscription: AllStreamSubscription = client.subscribeToAll(
    {
      credentials,
      fromPosition: after < 0n ? START : { commit: after, prepare: after },
      filter: streamNameFilter({
        prefixes: [...prefixes],
        maxSearchWindow: CHECKPOINT_EVERY,
        checkpointInterval: 1,
        checkpointReached: async (_, { commit }) => mark(new Mark('checkpoint', commit)),
      }),
    },
    { highWaterMark: BUFFER },
  )
  const mark = (each: Mark): void => {
    if (!subscription.destroyed && !subscription.readableEnded) subscription.push(each)
  }
  subscription.on('confirmation', () => mark(new Mark('confirmed')))
  subscription.on('caughtUp', () => mark(new Mark('caughtUp')))
  const stream = pull<AllStreamResolvedEvent | Mark>(subscription)

  return {
    async next(patience) {
      for (;;) {
        const pulled = await stream.next(patience)
        if (pulled.kind !== 'item') return pulled
        const item = delivered(pulled.item)
        if (item !== undefined) return { kind: 'item', item }
      }
    },
    stop() {
      stream.abandon(() => subscription.unsubscribe())
    },
  }
}

function delivered(item: AllStreamResolvedEvent | Mark): Delivered | undefined {
  if (!(item instanceof Mark)) return item.event === undefined ? undefined : { kind: 'event', event: item.event }
  if (item.kind !== 'checkpoint') return { kind: item.kind }
  return item.position === undefined ? undefined : { kind: 'checkpoint', position: item.position }
}
