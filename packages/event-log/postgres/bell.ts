import pg from 'pg'
import { createBackoff } from '../backoff.ts'
import { LOOK } from '../port.ts'
import { TIMEOUTS } from './lost-connection.ts'

/** Tells one reader that the log has grown. */
interface Ear {
  /**
   * Waits for the next ring, or for a second. What rang since the last wait counts.
   * @returns the head that was announced; undefined when the reader has to look for itself
   */
  wait(signal: AbortSignal): Promise<bigint | undefined>
  close(): void
}

/** One `LISTEN` connection for all readers of a log, there while somebody listens, and back by itself when it is lost. */
export interface Bell {
  listen(): Ear
  /** Has all readers look for themselves, now. */
  ring(): void
  close(): Promise<void>
}

/**
 * Hears the log's notifications, each with the new head; while the log keeps growing they are some tens of milliseconds apart
 * (`ring.ts`).
 * @param poll readers look by themselves this often, in milliseconds: a notification only wakes them earlier
 */
export function createBell(connectionString: string, poll = LOOK): Bell {
  const ears = new Set<(head: bigint | undefined) => void>()
  const closing = new AbortController()
  let running: Promise<void> | undefined
  /** Set while there is a connection: ends the wait on it. */
  let hush: (() => void) | undefined

  async function run(): Promise<void> {
    const backoff = createBackoff()
    while (ears.size > 0 && !closing.signal.aborted) {
      const client = new pg.Client({ connectionString, application_name: 'forecourt log listen', ...TIMEOUTS })
      const gone = new Promise<void>((resolve) => {
        client.on('error', () => resolve())
        client.on('end', () => resolve())
      })
      const silenced = new Promise<void>((resolve) => {
        hush = resolve
      })
      client.on('notification', ({ payload }) => ring(payload))
      try {
        await client.connect()
        await client.query('listen log')
        backoff.reset()
        ring(undefined) // whatever was missed while nobody listened
        await Promise.race([gone, silenced])
        ring(undefined) // so that readers notice, too, and do not take it for silence
      } catch {
        // The poll carries on meanwhile.
      }
      client.end().catch(() => {})
      if (ears.size > 0) await backoff.wait(closing.signal)
    }
    running = undefined
  }

  function ring(payload: string | undefined): void {
    const head = payload !== undefined && /^\d+$/.test(payload) ? BigInt(payload) : undefined
    for (const hear of ears) hear(head)
  }

  return {
    listen() {
      let rung: { head: bigint | undefined } | undefined
      let wake: (() => void) | undefined
      const hear = (head: bigint | undefined) => {
        rung = { head: rung === undefined ? head : further(rung.head, head) }
        wake?.()
      }
      ears.add(hear)
      running ??= run()
      return {
        async wait(signal) {
          if (rung === undefined) {
            await new Promise<void>((resolve) => {
              const done = () => {
                clearTimeout(timer)
                signal.removeEventListener('abort', done)
                wake = undefined
                resolve()
              }
              const timer = setTimeout(done, poll)
              signal.addEventListener('abort', done)
              wake = done
              if (signal.aborted) done()
            })
          }
          const heard = rung?.head
          rung = undefined
          return heard
        },
        close() {
          ears.delete(hear)
          if (ears.size === 0) hush?.()
        },
      }
    },
    ring: () => ring(undefined),
    async close() {
      closing.abort()
      ears.clear()
      hush?.()
      await running
    },
  }
}

/** Each writer rings for itself, so what was stored before may be rung for after. Who heard no head has to look anyway. */
function further(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  if (one === undefined || other === undefined) return undefined
  return one > other ? one : other
}
