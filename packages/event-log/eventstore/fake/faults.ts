/**
 * What may go wrong with an append. `hang…` never answers; `late` stores and answers only when it is released, when the client has long
 * given up.
 */
export type AppendFault = 'hang' | 'hangAfterStoring' | 'late' | 'failBeforeStoring' | 'failAfterStoring' | 'noPosition'

/** What may go wrong with a finite read: an end or an error in the middle, or no answer. */
export type ReadFault = 'hang' | 'endEarly' | 'fail'

/** What may go wrong with a subscription that is being made: never confirmed, or confirmed and then silent. */
export type SubscriptionFault = 'unconfirmed' | 'silent' | 'refuse'

/** How the server may drop its subscriptions. */
export type Drop = 'end' | 'error'

/** What will go wrong next; each entry is used once, in order. `undefined` lets one call pass. */
export interface Faults {
  readonly appends: (AppendFault | undefined)[]
  readonly reads: (ReadFault | undefined)[]
  readonly subscriptions: (SubscriptionFault | undefined)[]
  /** Lets the `late` appends go. */
  readonly releaseLate: () => void
  readonly released: Promise<void>
  /** How many `late` appends have been answered. */
  lateAnswers: number
  /** A live subscriber that has more than this many events waiting is thrown out, as servers before 24.2 do. */
  lagLimit: number
  /** Whether the server says when a subscriber has caught up: from 23.10 on. */
  saysCaughtUp: boolean
  /** Ends all subscriptions in this way. */
  drop: (how: Drop) => void
}

export function createFaults(): Faults {
  const { promise: released, resolve: releaseLate } = Promise.withResolvers<void>()
  return {
    appends: [],
    reads: [],
    subscriptions: [],
    released,
    releaseLate,
    lateAnswers: 0,
    lagLimit: Number.POSITIVE_INFINITY,
    saysCaughtUp: true,
    drop: () => {},
  }
}
