import type { ServerResponse } from 'node:http'
import type { LiveList } from '@forecourt/contracts/live.ts'
import { Problem, unavailable } from '@forecourt/kit/problem.ts'
import type { Changes } from '../changes.ts'
import { type SignedIn, versionOf } from '../reading/tenants.ts'
import { ALL_LISTS, listsOf } from './lists.ts'
import { LiveStream } from './stream.ts'

/** Tells members of a business which of its lists have changed, for as long as they listen. */
export interface Live {
  /**
   * Opens a stream of events on the response.
   * @param known version that the reader knows from a stream before; undefined when it has none to go on from
   * @param member asks anew who is signed in: rejects with a 401 when the session is over
   * @throws {Problem} 401, 429 when the member or the business has too many streams, 503 when this process is ending
   */
  open(response: ServerResponse, known: string | undefined, member: () => Promise<SignedIn>): Promise<void>
  readonly streams: number
  /** Ends all streams; no new one is opened. */
  close(): void
}

/** In milliseconds. */
interface Pace {
  /** A comment on each stream: shorter than any gateway's patience with silence. */
  readonly heartbeat: number
  /** Whether each session is still there, and whether a change went unheard: so long may a stream outlive its session. */
  readonly look: number
}

const PACE: Pace = { heartbeat: 15_000, look: 5_000 }

/** In one process. A desk has some tablets, and each shows one page at a time. */
const STREAMS_OF_MEMBER = 20
const STREAMS_OF_BUSINESS = 100
const STREAMS = 2_000

interface Open {
  readonly stream: LiveStream
  readonly member: () => Promise<SignedIn>
  readonly userId: string
  /** Version that it was told last when a look found another one. */
  behindAt?: string | undefined
}

/**
 * Streams of one process. However many there are, one statement looks after all of them: whose session is over, and what has
 * gone unheard.
 */
export function createLive(changes: Changes, pace: Partial<Pace> = {}): Live {
  const { heartbeat, look } = { ...PACE, ...pace }
  const byBusiness = new Map<string, Set<Open>>()
  let count = 0
  let ending = false

  changes.subscribe({
    onChange: ({ businessId, tables, ...version }) => tell(businessId, listsOf(tables), versionOf(version)),
    // What has gone unheard is found by its version.
    onGap: () => void lookAtAll(true),
  })
  const beats = setInterval(() => {
    for (const { stream } of all()) stream.beat()
  }, heartbeat)
  const looks = setInterval(() => void lookAtAll(!changes.listening), look)

  function* all(): Generator<Open> {
    for (const streams of byBusiness.values()) yield* streams
  }

  function tell(businessId: string, lists: readonly LiveList[], version: string): void {
    for (const { stream } of byBusiness.get(businessId) ?? []) stream.tell(lists, version)
  }

  async function lookAtAll(hasGap: boolean): Promise<void> {
    // All ask in the same turn, so one statement answers them (`reading/gather.ts`).
    await Promise.all(Array.from(all(), (open) => lookAt(open, hasGap)))
  }

  /**
   * Ends a stream whose session is over, and tells it of what went unheard.
   * @param hasGap whether something may have been said while nobody listened for this stream
   */
  async function lookAt(open: Open, hasGap: boolean): Promise<void> {
    const { stream } = open
    const told = stream.version
    let version: string
    try {
      ;({ version } = await open.member())
    } catch (error) {
      // A database that does not answer says nothing about a session, and nothing changes meanwhile.
      if (error instanceof Problem && error.status === 401) stream.end()
      return
    }
    const movedOn = stream.version !== told
    const isBehind = version !== told && (hasGap || !movedOn)
    // What is on its way is told by its notice, which knows the lists: without a gap, only what has not come by the next
    // look is told from here.
    if (isBehind && (hasGap || open.behindAt === told)) stream.tell(ALL_LISTS, movedOn ? stream.version : version)
    open.behindAt = isBehind && !hasGap ? told : undefined
  }

  /** @throws {Problem} 429 */
  function expectRoom(ofBusiness: ReadonlySet<Open>, userId: string): void {
    const ofMember = [...ofBusiness].filter((open) => open.userId === userId).length
    if (count < STREAMS && ofBusiness.size < STREAMS_OF_BUSINESS && ofMember < STREAMS_OF_MEMBER) return
    throw new Problem(429, 'too-many-requests', 'Too many open dashboards. Please close one.', {
      headers: { 'Retry-After': '30' },
    })
  }

  /** Counts the stream in until its response is closed. */
  function keep(response: ServerResponse, businessId: string, open: Open): void {
    const ofBusiness = byBusiness.get(businessId) ?? new Set<Open>()
    byBusiness.set(businessId, ofBusiness.add(open))
    count += 1
    response.once('close', () => {
      count -= 1
      ofBusiness.delete(open)
      if (ofBusiness.size === 0) byBusiness.delete(businessId)
    })
  }

  return {
    get streams() {
      return count
    },
    async open(response, known, member) {
      const { businessId, userId, version } = await member()
      if (ending) throw unavailable()
      if (response.destroyed) return
      expectRoom(byBusiness.get(businessId) ?? new Set(), userId)
      const open: Open = { stream: new LiveStream(response, version), member, userId }
      keep(response, businessId, open)
      if (known !== undefined && known !== version) open.stream.tell(ALL_LISTS, version)
      // What changed between the version above and this moment was told to others only.
      await lookAt(open, true)
    },
    close() {
      ending = true
      clearInterval(beats)
      clearInterval(looks)
      for (const { stream } of all()) stream.end()
    },
  }
}
