import { setTimeout as pause } from 'node:timers/promises'
import { createBackoff } from '../backoff.ts'
import {
  type CaughtUp,
  type Checkpoint,
  type Filter,
  LOOK,
  type Position,
  parsePosition,
  type Recorded,
  type Rest,
} from '../port.ts'
import type { Bell } from './bell.ts'
import { pages } from './pages.ts'
import type { Reader } from './reader.ts'

/**
 * Follows the log for ever: see the port. It resumes after the last item that its reader has taken, so nothing is skipped
 * or told twice when the connection is lost.
 * @param rest after each look at the log: writers who are busy would else have it read for each of their commits
 * @param onDrop hears why the log could not be read, before the next try
 */
export async function* follow(
  reader: Reader,
  bell: Bell,
  after: bigint,
  filter: Filter,
  signal: AbortSignal,
  rest: Rest,
  onDrop: (reason: unknown) => void,
): AsyncGenerator<Recorded | Checkpoint | CaughtUp> {
  const ear = bell.listen()
  const backoff = createBackoff()
  let at = after
  let announced: bigint | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let isLook: boolean
  try {
    while (!signal.aborted) {
      const began = performance.now()
      try {
        // Nobody knows how long ago a ring was rung: this process may have been stopped since.
        const rung = began - lookedAt < LOOK ? announced : undefined
        isLook = rung === undefined
        const head: bigint = rung ?? (await reader.head())
        for await (const page of pages(reader, at, head, filter)) {
          backoff.reset()
          for (const event of page.events) {
            if (signal.aborted) return
            at = event.position
            yield event
          }
          if (signal.aborted) return
          if (at < page.end) {
            at = page.end
            yield { kind: 'checkpoint', position: asPosition(at) }
          }
        }
      } catch (reason) {
        onDrop(reason)
        announced = undefined
        await backoff.wait(signal)
        continue
      }
      // What a look that took longer has brought is old.
      if (isLook && performance.now() - began <= LOOK) {
        lookedAt = began
        yield { kind: 'caughtUp' }
      }
      if (typeof rest === 'function') await rest()
      else if (rest > 0) await pause(rest, undefined, { signal }).catch(() => {}) // aborted, which is seen above
      announced = await ear.wait(signal)
    }
  } finally {
    ear.close()
  }
}

function asPosition(value: bigint): Position {
  const position = parsePosition(String(value))
  if (position === undefined) throw new Error(`not a position: ${value}`)
  return position
}
