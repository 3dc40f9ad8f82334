import { connect, type Socket } from 'node:net'

/** A request as it is sent. */
export interface Sending {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly cookie?: string | undefined
  /** Takes the answer however browsers take it: compressed, if the server likes. It is not looked into then. */
  readonly asBrowser?: boolean | undefined
  /** Sent as `If-None-Match`. */
  readonly etag?: string | undefined
  /** Sent as `X-Log-Position`: the answer is to show what was written up to there. */
  readonly seen?: string | undefined
  readonly body?: unknown
  /** Sent as `X-Forwarded-For`, as the gateway does: the address of the caller. */
  readonly from?: string | undefined
}

/** What came back. */
export interface Answer {
  readonly status: number
  /** A header's value; undefined when it is absent. */
  header(name: string): string | undefined
  /** The body as text. */
  text(): string
}

/** Nobody who is measured takes so long, in milliseconds: it is gone, and the benchmark must not hang. */
const PATIENCE_MS = 60_000

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * One kept-alive HTTP/1.1 connection that sends one request after another. It knows just what the services answer: a body of
 * the length that is said, or none. Node's own clients cost as much for each request as the services do, and would be what
 * is measured.
 */
export class Connection {
  readonly #socket: Socket
  readonly #host: string
  #received: Buffer[] = []
  #size = 0
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  /** How many bytes the answer has, once its head is there. */
  #wanted: number | undefined
  #head = ''
  /** Why nothing can be sent any more; undefined while it can. */
  #lost: Error | undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the connection was closed')))
    socket.setTimeout(PATIENCE_MS, () => this.#giveUp())
  }

  /** @param address such as `http://127.0.0.1:4001` */
  static async open(address: string): Promise<Connection> {
    const { hostname, port, host } = new URL(address)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    return new Connection(socket, host)
  }

  /** Sends the request when the one before it has been answered. @throws when the connection is lost, or no answer comes */
  send({ method, path, cookie, asBrowser, etag, seen, body, from }: Sending): Promise<Answer> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost)
    let head = `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\nSec-Fetch-Site: same-origin\r\n`
    if (asBrowser === true) head += 'Accept-Encoding: gzip, deflate, br, zstd\r\n'
    if (cookie !== undefined) head += `Cookie: ${cookie}\r\n`
    if (etag !== undefined) head += `If-None-Match: ${etag}\r\n`
    if (seen !== undefined) head += `X-Log-Position: ${seen}\r\n`
    if (from !== undefined) head += `X-Forwarded-For: ${from}\r\n`
    if (body === undefined) {
      this.#socket.write(`${head}\r\n`)
    } else {
      const text = JSON.stringify(body)
      this.#socket.write(
        `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  /** Ends it; whoever waits for an answer never hears. */
  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#size += chunk.length
    if (this.#wanted === undefined) {
      const sofar = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
      const end = sofar.indexOf(HEAD_END)
      if (end < 0) return
      this.#received = [sofar]
      this.#head = sofar.toString('latin1', 0, end)
      const length = /\r\ncontent-length: (\d+)/i.exec(this.#head)?.[1]
      this.#wanted = end + HEAD_END.length + Number(length ?? 0)
    }
    if (this.#size < this.#wanted) return
    const [head, bytes] = [this.#head, this.#received]
    const bodyFrom = Buffer.byteLength(head, 'latin1') + HEAD_END.length
    this.#received = []
    this.#size = 0
    this.#wanted = undefined
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      header: (name) => new RegExp(`\\r\\n${name}: ([^\\r]*)`, 'i').exec(head)?.[1],
      text: () => Buffer.concat(bytes).toString('utf8', bodyFrom),
    })
  }

  /** Between two requests nobody waits for anything. */
  #giveUp(): void {
    if (this.#waiting !== undefined) this.#socket.destroy(new Error(`no answer within ${PATIENCE_MS / 1_000} s`))
  }

  #fail(error: Error): void {
    this.#lost ??= error
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }
}
