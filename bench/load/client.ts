import { type Answer, Connection, type Sending } from './connection.ts'
import type { Target } from './load.ts'

/** What the clients of one load share: what they have seen, and which numbers are taken. */
export interface Tally {
  /** Time of each answer, in milliseconds. */
  readonly times: number[]
  readonly made: { readonly id: string; readonly vehicle: string }[]
  used: number
  /** How many requests and decisions were answered. */
  writes: number
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

  static async open({ read, write }: Target, tally: Tally): Promise<Client> {
    const reading = await Connection.open(read)
    return new Client(reading, write === read ? reading : await Connection.open(write), tally)
  }

  /**
   * Sends a request and keeps its time.
   * @throws when it is answered otherwise than expected: a figure of refusals would say nothing
   */
  async ask(sending: Sending, expected: readonly number[]): Promise<Answer> {
    const began = performance.now()
    const answer = await (sending.method === 'GET' ? this.#read : this.#write).send(sending)
    this.tally.times.push(performance.now() - began)
    if (!expected.includes(answer.status)) {
      throw new Error(`${sending.method} ${sending.path} was answered ${answer.status}: ${answer.text()}`)
    }
    if (sending.method !== 'GET') this.tally.writes += 1
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

  close(): void {
    this.#read.close()
    this.#write.close()
  }
}
