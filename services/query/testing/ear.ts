import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { vi } from 'vitest'

/** One event as a browser would dispatch it. */
export interface Heard {
  readonly event: string
  readonly data: string
}

/** Somebody who listens to a stream of server-sent events, as a browser's EventSource does. */
export class Ear {
  /** What was dispatched so far. */
  readonly heard: Heard[] = []
  /** Comments, which a browser passes over. */
  comments = 0
  /** Id to resume from. */
  lastEventId = ''
  ended = false
  readonly response: IncomingMessage
  #rest = ''

  private constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (text: string) => this.#take(text))
    response.once('close', () => {
      this.ended = true
    })
    response.on('error', () => {}) // a stream that was cut has ended
  }

  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Ear> {
    const asking = request(url, { headers, agent: false }).end()
    const [response]: IncomingMessage[] = await once(asking, 'response')
    if (response === undefined) throw new Error('there is no response')
    return new Ear(response)
  }

  get status(): number | undefined {
    return this.response.statusCode
  }

  /** The lists that each event named. */
  get lists(): string[][] {
    return this.heard.map(({ data }) => JSON.parse(data).lists)
  }

  /**
   * Resolves when the stream has said what its version is: from then on nothing is missed.
   * @throws {Error} it was refused
   */
  async listens(): Promise<this> {
    if (this.status !== 200) throw new Error(`the stream was refused: ${this.status}`)
    await vi.waitFor(() => {
      if (this.lastEventId === '') throw new Error('the stream has not begun')
    }, 60_000)
    return this
  }

  close(): void {
    this.response.destroy()
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    for (const block of blocks) this.#dispatch(block.split('\n'))
  }

  #dispatch(lines: readonly string[]): void {
    const fields = new Map<string, string>()
    for (const line of lines) {
      const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? []
      if (name === '') this.comments += 1
      else fields.set(name, value)
    }
    this.lastEventId = fields.get('id') ?? this.lastEventId
    const data = fields.get('data')
    if (data !== undefined) this.heard.push({ event: fields.get('event') ?? 'message', data })
  }
}
