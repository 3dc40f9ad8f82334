/** What a writer expects, in the server's own words. */
export type ServerExpectation = 'any' | 'noStream' | 'streamExists' | bigint

export interface ProposedEvent {
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

export interface StoredEvent extends ProposedEvent {
  readonly stream: string
  readonly revision: bigint
  readonly position: bigint
  readonly created: Date
}

/** `undefined` as a revision: there is no such stream. */
export type AppendResult =
  | { readonly kind: 'stored'; readonly revision: bigint | undefined; readonly position: bigint | undefined }
  | { readonly kind: 'wrongRevision'; readonly actual: bigint | undefined }

/** The fake server's memory: what stays when the server is killed, and behaves as the real one's log was seen to. */
export interface FakeLog {
  readonly all: readonly StoredEvent[]
  stream(name: string): readonly StoredEvent[]
  append(stream: string, expected: ServerExpectation, events: readonly ProposedEvent[]): AppendResult
  /** Calls the listener after each append, until the function that this returns is called. */
  listen(listener: () => void): () => void
  /** What a restart loses: the memory of recent ids, which is all that `any` and `streamExists` go by. */
  forgetRecent(): void
}

/** What a record takes on disk besides its payload: positions are places in a file, so they have gaps. */
const RECORD_OVERHEAD = 96n

/** A log with the one event of its own that a real server writes when it first starts. */
export function createFakeLog(): FakeLog {
  const all: StoredEvent[] = []
  const byStream = new Map<string, StoredEvent[]>()
  const listeners = new Set<() => void>()
  let recent = new Map<string, StoredEvent>()
  let free = 548n

  const lastOf = (stream: string): StoredEvent | undefined => byStream.get(stream)?.at(-1)

  const store = (stream: string, events: readonly ProposedEvent[]): void => {
    const kept = byStream.get(stream) ?? []
    byStream.set(stream, kept)
    for (const event of events) {
      const stored = { ...event, stream, revision: BigInt(kept.length), position: free, created: new Date() }
      free += RECORD_OVERHEAD + BigInt(event.data.length + event.metadata.length)
      kept.push(stored)
      all.push(stored)
      recent.set(event.id, stored)
    }
  }

  store('$$$scavenges', [
    {
      id: '00000000-0000-4000-8000-000000000000',
      type: '$metadata',
      contentType: 'application/json',
      data: Buffer.from('{"$maxAge":2592000}'),
      metadata: new Uint8Array(),
    },
  ])

  return {
    all,
    stream: (name) => byStream.get(name) ?? [],
    append(stream, expected, events) {
      const before = lastOf(stream)
      const known =
        typeof expected === 'bigint' || expected === 'noStream'
          ? knownAt(byStream.get(stream) ?? [], expected === 'noStream' ? -1n : expected, events)
          : knownRecently(recent, stream, events)
      if (known === 'some') return { kind: 'wrongRevision', actual: before?.revision }
      if (known !== 'none') return { kind: 'stored', revision: known.revision, position: known.position }
      if (!isMet(expected, before)) return { kind: 'wrongRevision', actual: before?.revision }
      if (events.length === 0) return { kind: 'stored', revision: before?.revision, position: undefined }
      store(stream, events)
      for (const listener of listeners) listener()
      const after = lastOf(stream)
      return { kind: 'stored', revision: after?.revision, position: after?.position }
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    forgetRecent() {
      recent = new Map()
    },
  }
}

function isMet(expected: ServerExpectation, last: StoredEvent | undefined): boolean {
  if (expected === 'any') return true
  if (expected === 'noStream') return last === undefined
  if (expected === 'streamExists') return last !== undefined
  return last?.revision === expected
}

/**
 * The same ids at the place where the writer wanted them are a repetition. Looked for only behind the expected revision:
 * when that is the current one nothing is behind it, so the same ids are stored a second time.
 */
function knownAt(stream: readonly StoredEvent[], expected: bigint, events: readonly ProposedEvent[]) {
  const there = events.map(({ id }, index) => {
    const stored = stream[Number(expected) + 1 + index]
    return stored?.id === id ? stored : undefined
  })
  if (there[0] === undefined) return 'none'
  return there.includes(undefined) ? 'some' : (there.at(-1) ?? 'none')
}

function knownRecently(recent: ReadonlyMap<string, StoredEvent>, stream: string, events: readonly ProposedEvent[]) {
  const there = events.map(({ id }) => {
    const stored = recent.get(id)
    return stored?.stream === stream ? stored : undefined
  })
  if (there[0] === undefined) return 'none'
  return there.includes(undefined) ? 'some' : (there.at(-1) ?? 'none')
}
