import type { ServerResponse } from 'node:http'
import type { LiveChange, LiveList } from '@forecourt/contracts/live.ts'

/** The reader's pause before it asks again, when the connection breaks, in milliseconds. */
const RETRY = 2_000
/** A busy business is told of so often, in milliseconds: the first change at once, what follows together. */
const PACE = 250
/** A reader that takes nothing for so many heartbeats is dropped. */
const PATIENCE = 2

/**
 * One reader's stream of events. What it holds for a slow reader is bounded: the names of the lists that it has not been
 * told of, never a queue of events.
 */
export class LiveStream {
  readonly #response: ServerResponse
  readonly #waiting = new Set<LiveList>()
  #version: string
  #nextAt = 0
  #timer: NodeJS.Timeout | undefined
  #missedBeats = 0

  /** Sends the head. @param version that the reader's lists have, as far as it knows */
  constructor(response: ServerResponse, version: string) {
    this.#response = response
    this.#version = version
    // A stream has its connection for itself: nothing comes after it.
    response.shouldKeepAlive = false
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' })
    // An id without data is kept by the reader and dispatches nothing.
    response.write(`retry: ${RETRY}\nid: ${version}\n\n`)
    response.on('drain', () => {
      this.#missedBeats = 0
      this.#flush()
    })
    response.once('close', () => clearTimeout(this.#timer))
    // Whoever goes away in the middle of a write is gone: `close` follows.
    response.on('error', () => {})
  }

  /** What the reader will know when it has read all that was told. */
  get version(): string {
    return this.#version
  }

  /** These lists have changed; from now on the tenant's rows have this version. */
  tell(lists: Iterable<LiveList>, version: string): void {
    for (const list of lists) this.#waiting.add(list)
    this.#version = version
    this.#flush()
  }

  /** Keeps the connection open where silence would close it, and finds out who does not read any more. */
  beat(): void {
    if (this.#response.writableNeedDrain) {
      this.#missedBeats += 1
      if (this.#missedBeats >= PATIENCE) this.#response.destroy()
    } else this.#response.write(':\n\n')
  }

  end(): void {
    clearTimeout(this.#timer)
    // A reader that does not take the rest is not waited for.
    if (this.#response.writableNeedDrain) this.#response.destroy()
    else this.#response.end()
  }

  #flush(): void {
    if (this.#waiting.size === 0 || this.#timer !== undefined || this.#response.writableNeedDrain) return
    const pause = this.#nextAt - performance.now()
    if (pause > 0) {
      this.#timer = setTimeout(() => {
        this.#timer = undefined
        this.#flush()
      }, pause)
      return
    }
    const change: LiveChange = { lists: [...this.#waiting].toSorted() }
    this.#waiting.clear()
    this.#nextAt = performance.now() + PACE
    this.#response.write(`event: changed\nid: ${this.#version}\ndata: ${JSON.stringify(change)}\n\n`)
  }
}
