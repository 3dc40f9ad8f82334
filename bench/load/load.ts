/** Where a client sends: reads and writes may be different processes. */
export interface Target {
  readonly read: string
  readonly write: string
}

/** Requests for bookings that never get into each other's way: the n-th one is always for the same vehicle and days. */
export interface Requests {
  readonly vehicles: readonly string[]
  /** So many in a row are for the same vehicle; one unless given. */
  readonly inARow?: number
  /** Number of the first one. */
  readonly first: number
  /** How many; as many as there is time for without it. */
  readonly count?: number
  /** `LOOKUP_KEY`: proves that a licence was uploaded. */
  readonly lookupKey: string
  /** Tells the customers of one run from those of another. */
  readonly name: string
  /** Every so many-th request is one of these instead, as long as there are any. */
  readonly besides?: { readonly every: number; readonly requests: Requests }
}

/** What the clients of a load do, again and again. */
export type Script =
  /**
   * One question. `withTag`: with the tag of the last answer, as browsers ask. `asBrowser`: the answer may come compressed, as
   * browsers take it; with a tag it may in any case.
   */
  | {
      readonly kind: 'get'
      readonly path: string
      readonly cookie?: string
      readonly withTag: boolean
      readonly asBrowser: boolean
    }
  /** Requests by visitors. */
  | { readonly kind: 'book'; readonly requests: Requests }
  /** Staff approve these, each once. */
  | { readonly kind: 'approve'; readonly bookings: readonly Pending[] }
  /** Staff decide on each request, once or more, before its client sends the next. */
  | {
      readonly kind: 'book and decide'
      readonly requests: Requests
      readonly cookie: string
      readonly decisions: readonly ('approved' | 'rejected')[]
    }
  /** A tablet at a desk: the lists and figures of the dashboard, and a decision. */
  | { readonly kind: 'tablet'; readonly cookie: string; readonly month: string; readonly bookings: readonly Pending[] }
  /** A renter: the fleet, the dates of a vehicle, a request. */
  | { readonly kind: 'renter'; readonly slug: string; readonly requests: Requests }
  /** A request, then for how long it is not in the list: asked for with its position, or looked for again and again. */
  | { readonly kind: 'freshness'; readonly requests: Requests; readonly cookie: string; readonly saysSeen: boolean }

/** A booking that waits for a decision, and the `Cookie` header of somebody who may take it. */
export interface Pending {
  readonly id: string
  readonly cookie: string
}

/** So many clients that do the same. */
export interface Load {
  readonly script: Script
  readonly targets: readonly Target[]
  readonly clients: number
  /**
   * All clients together begin so many rounds of the script a second; without it, each begins anew when it is through.
   * What is due is done: when they have fallen behind, they begin as fast as they are answered.
   */
  readonly perSecond?: number
}

/** Answers, and how long they took in milliseconds. */
export interface Rate {
  /** At a given pace those of all rounds that could be begun in the time. */
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
}

/** What came of a load. Times are milliseconds. */
export interface Measured extends Rate {
  /** Of the answers to requests for bookings alone; its times are NaN when there were none. */
  readonly requests: Rate
  /** Of each answer, for whoever wants a percentile of several runs together. */
  readonly times: readonly number[]
  /** How many of the answers were to requests and decisions. */
  readonly writes: number
  /** How many said that nothing has changed (304). */
  readonly unchanged: number
  /** How many said that they show less than their reader has written (`X-Stale`). */
  readonly stale: number
  /** How many numbers of `Requests`, or bookings to approve, were used. */
  readonly used: number
  /** Ids of the bookings that were made, with the vehicle that each is of. */
  readonly made: readonly { readonly id: string; readonly vehicle: string }[]
}

/** What the thread that makes load is told: all loads at once, for so long. */
export interface Order {
  readonly loads: readonly Load[]
  readonly milliseconds: number
}

/** What it answers: what came of each load, or why there is nothing to say. */
export interface Said {
  readonly measured?: readonly Measured[]
  readonly error?: string
}
