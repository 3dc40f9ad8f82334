/** What this process knows of a stream's last events, from having read or written them. */
export interface Tails {
  /** The ids of the last events up to this revision, if that is where the stream was when it was last seen. */
  at(stream: string, revision: bigint): readonly string[] | undefined
  /**
   * The stream was read to its end, or written to.
   * @param ids of its last events up to this revision; of no use when fewer than a look would see
   */
  remember(stream: string, revision: bigint, ids: readonly string[]): void
}

/** How many events before the expected revision are looked at: a blind second decision has its ids there. */
export const LOOK_BACK = 8

/** Streams remembered, some 5 MB of ids. */
const STREAMS = 10_000

/**
 * Remembers where streams end, so that the append of a writer who has just read the stream, or written to it, needs no
 * look at it first: one round trip instead of two. What is remembered may be out of date but is never wrong, because
 * events up to a revision do not change; the server refuses the rest.
 */
export function createTails(): Tails {
  const tails = new Map<string, { readonly revision: bigint; readonly ids: readonly string[] }>()
  return {
    at(stream, revision) {
      const tail = tails.get(stream)
      return tail?.revision === revision ? tail.ids : undefined
    },
    remember(stream, revision, ids) {
      tails.delete(stream)
      if (ids.length < LOOK_BACK && BigInt(ids.length) <= revision) return
      tails.set(stream, { revision, ids: ids.slice(-LOOK_BACK) })
      if (tails.size <= STREAMS) return
      for (const oldest of tails.keys()) {
        tails.delete(oldest)
        break
      }
    },
  }
}
