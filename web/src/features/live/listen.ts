import { LiveChange, type LiveList } from '@forecourt/contracts/live.ts'
import * as z from 'zod/mini'
import { anySignal } from '../../lib/any-signal.ts'
import { actingMember } from '../../lib/api.ts'
import { eventReader, type ServerEvent } from './events.ts'

interface Listening {
  /** These lists are answered otherwise than before; undefined: nobody knows which. */
  readonly onChange: (lists: readonly LiveList[] | undefined) => void
  /** Everything that has changed by now was told: `onChange` comes first. */
  readonly onHeard: () => void
  /**
   * The server says that the session is over: whether somebody is signed in all the same. Whoever changes their password loses
   * a session a moment before the next one is there.
   */
  readonly isStillHere: () => Promise<boolean>
}

/** How far somebody has heard: a stream that is opened later goes on from there. */
export interface Place {
  lastEventId?: string | undefined
}

const STREAM = '/api/admin/live'

/** A server says something every 15 seconds: one that is silent for longer is not there any more, in milliseconds. */
const SILENCE = 40_000
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/**
 * Listens for changes of the member's business until the signal aborts, over and over: a stream that broke off is gone on
 * with where it ended, and the server says whether anything was missed. It ends by itself when nobody is signed in any more.
 */
export async function listenForChanges(
  { onChange, onHeard, isStillHere }: Listening,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    try {
      let isTold = false
      const outcome = await hear(place.lastEventId, signal, (events) => {
        for (const event of events) {
          failures = 0
          isTold = true
          // The first word of the first stream: what was fetched before may have changed before anybody listened.
          if (place.lastEventId === undefined) onChange(undefined)
          place.lastEventId = event.id ?? place.lastEventId
          if (event.event === 'changed') onChange(listsOf(event.data))
        }
        // Before its first word a stream has not said whether anything was missed; from then on every heartbeat counts.
        if (isTold) onHeard()
      })
      if (outcome === 'signed out' && !(await isStillHere())) return
    } catch {
      // No network, or a line that went silent: the next try may find it well.
    }
    failures += 1
    await pause(pauseAfter(failures, Math.random()), signal)
  }
}

/** One stream, from its beginning to its end. Rejects when there is none, or when it goes silent. */
async function hear(
  lastEventId: string | undefined,
  signal: AbortSignal,
  onPiece: (events: readonly ServerEvent[]) => void,
): Promise<'signed out' | 'ended'> {
  const silence = new AbortController()
  const giveUp = (): void => silence.abort()
  let timer = setTimeout(giveUp, SILENCE)
  try {
    const response = await fetch(STREAM, {
      credentials: 'include',
      cache: 'no-store',
      headers: { ...actingMember(STREAM), ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }) },
      signal: anySignal(signal, silence.signal),
    })
    if (response.status === 401) return 'signed out'
    if (!response.ok || response.body === null) throw new Error(`no stream: ${response.status}`)
    const pieces = response.body.pipeThrough(new TextDecoderStream()).getReader()
    const read = eventReader()
    for (;;) {
      const { done, value } = await pieces.read()
      if (done) return 'ended'
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENCE)
      onPiece(read(value))
    }
  } finally {
    clearTimeout(timer)
    // Whoever listens for hours goes through many streams: none of them stays with the signal.
    silence.abort()
  }
}

/** Undefined when the server is newer than this app and names what it does not know. */
function listsOf(data: string): readonly LiveList[] | undefined {
  try {
    return z.parse(LiveChange, JSON.parse(data)).lists
  } catch {
    return undefined
  }
}

/** Milliseconds to wait after so many failures in a row. @param chance from 0 to 1: not all come back at the same time */
export function pauseAfter(failures: number, chance: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1) * (1 + chance))
}

/** Ends early when the network is back, or when nobody wants to go on. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
