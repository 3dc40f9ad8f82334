import { LRUCache } from 'lru-cache'
import type { Pieces } from './pieces.ts'

/** An answer that was built: its bytes, the tag of what it shows, and where its next page is. */
export interface Body {
  readonly tag: string
  readonly bytes: Buffer
  readonly next?: string
  /** Of what it shows: the same again is of the same version, whatever else has changed. */
  readonly version?: string
  /** It lacks something that its tag stands for and that may come at any moment: nobody keeps it. */
  readonly isStopgap?: boolean
  /** Of a list: where each of its rows is in the bytes, for the body that comes after it. */
  readonly pieces?: Pieces
}

/** Bytes of bodies that are kept. */
const ROOM = 48 * 1024 * 1024
/**
 * How long a body is kept, in milliseconds, and others are made of it: what an erased person's rows once said must not linger
 * in memory, whatever the versions of rows say.
 */
const LIFETIME = 5 * 60_000
/** A longer body would only drive out others. */
const LONGEST = 4 * 1024 * 1024

/** What a body takes with it when it was packed for whoever wants it so, in both ways (`packed.ts`): a sixth more each, mostly. */
const WITH_PACKED = 1.4

/** About what it takes to remember where a row is, in bytes. */
const PIECE = 400

/** Bodies kept until their tag moves on. */
export interface Bodies {
  /**
   * The body that has this tag (or a later one, when the rows moved on meanwhile), built at most once at a time. Undefined
   * when there is none to build any more.
   * @param name what is asked for and on whose behalf: two callers who may not see the same never share one
   * @param build is given the body that was kept until now, unless nothing that it is made of was read whole lately
   */
  get(
    name: string,
    tag: string,
    build: (before: Body | undefined) => Promise<Body | undefined>,
  ): Promise<Body | undefined>
}

/** A body, and when what it is made of was read whole for the last time. */
interface Kept {
  readonly body: Body
  readonly wholeAt: number
}

/** @param now clock, in milliseconds */
export function createBodies(now: () => number = () => performance.now()): Bodies {
  const kept = new LRUCache<string, Kept>({
    maxSize: ROOM,
    maxEntrySize: LONGEST,
    ttl: LIFETIME,
    ttlAutopurge: true,
    sizeCalculation: ({ body: { bytes, pieces } }, name) =>
      Math.ceil(WITH_PACKED * bytes.length) + name.length + 200 + PIECE * (pieces?.byKey.size ?? 0),
  })
  const underWay = new Map<string, Promise<Body | undefined>>()
  return {
    async get(name, tag, build) {
      const found = kept.get(name)
      if (found?.body.tag === tag) return found.body
      const work = `${name} ${tag}`
      const building = underWay.get(work)
      if (building !== undefined) return await building
      const base = found !== undefined && now() - found.wholeAt < LIFETIME ? found : undefined
      const wholeAt = base?.wholeAt ?? now()
      const made = build(base?.body)
      underWay.set(work, made)
      try {
        const body = await made
        if (body !== undefined && body.isStopgap !== true) kept.set(name, { body, wholeAt })
        return body
      } finally {
        underWay.delete(work)
      }
    },
  }
}
