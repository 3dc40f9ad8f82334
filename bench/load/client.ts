import { type Answer, Connection, type Sending } from './connection.ts'
import type { Target } from './load.ts'

/** What the clients of one load share: what they have seen, and which numbers are taken. */
export interface Tally {
  /** Time of each answer, in milliseconds. */
  readonly times: number[]
  /** Those of answers to requests for bookings. */
  readonly requestTimes: number[]
  readonly made: { readonly id: string; readonly vehicle: string }[]
  used: number
  /** How many requests and decisions were answered. */
  writes: number
  /** How many answers said that nothing has changed (304). */
  unchanged: number
  /** How many answers said that they show less than their reader has written (`X-Stale`). */
  stale: number
}

/** One client with its connections. */
export class Client {
  readonly #read: Connection
  readonly #write: Connection
  readonly #tags = new Map<string, string>()
  /** Where what it wrote stands in the log, if there is one. */
  #seen: string | undefined
  readonly tally: Tally

  private constructor(read: Connection, write: Connection, tally: Tally) {
    this.#read = read
    this.#write = write
    this.tally = tally
  }

  /**
   * Connects a client; it has one connection where reads and writes go to the same process, and two else.
   * @param tally counts what this client and others of its load are answered
   * @throws the system's error when nobody takes the connection
   */
  static async open({ read, write }: Target, tally: Tally): Promise<Client> {
    const reading = await Connection.open(read)
    return new Client(reading, write === read ? reading : await Connection.open(write), tally)
  }

  /**
   * Sends a request and keeps its time.
   * @throws as {@link look}
   */
  async ask(sending: Sending, expected: readonly number[]): Promise<Answer> {
    const began = performance.now()
    const answer = await this.look(sending, expected)
    const took = performance.now() - began
    this.tally.times.push(took)
    if (sending.method === 'POST') this.tally.requestTimes.push(took)
    return answer
  }

  /**
   * Sends a request whose time does not count.
   * @throws when it is answered otherwise than expected: a figure of refusals would say nothing
   */
  async look(sending: Sending, expected: readonly number[]): Promise<Answer> {
    const answer = await (sending.method === 'GET' ? this.#read : this.#write).send(sending)
    if (!expected.includes(answer.status)) {
      throw new Error(`${sending.method} ${sending.path} was answered ${answer.status}: ${answer.text()}`)
    }
    if (sending.method !== 'GET') this.tally.writes += 1
    if (answer.status === 304) this.tally.unchanged += 1
    if (answer.header('x-stale') !== undefined) this.tally.stale += 1
    this.#seen = answer.header('x-log-position') ?? this.#seen
    return answer
  }

  /** Asks as browsers do: with the tag of the last answer, and for no less than it has written itself. */
  async askAgain(path: string, cookie?: string): Promise<void> {
    const answer = await this.ask(
      { method: 'GET', path, cookie, asBrowser: true, etag: this.#tags.get(path), seen: this.#seen },
      [200, 304],
    )
    const tag = answer.header('etag')
    if (tag !== undefined) this.#tags.set(path, tag)
  }

  /** Ends its connections; an answer that is still under way is not waited for. */
  close(): void {
    this.#read.close()
    this.#write.close()
  }
}
