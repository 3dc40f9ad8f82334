import { S3Error } from './s3-error.ts'

/** Checksums and the like that follow an aws-chunked body, by lower-case name. */
export type Trailers = Map<string, string>

const LONGEST_LINE = 4096
const CRLF = Buffer.from('\r\n')

/**
 * Unpacks a body in the encoding that SDKs use when they send a stream: `{length in hex}\r\n{bytes}\r\n` repeated, a
 * chunk of length 0, then trailing headers.
 * @param trailers is filled when the body has been read to its end
 * @throws {S3Error} 400 `IncompleteBody` when the body ends early or is not in this encoding
 */
export async function* unchunk(source: AsyncIterable<Buffer>, trailers: Trailers): AsyncGenerator<Buffer> {
  const reader = new ChunkReader(source)
  for (;;) {
    const length = chunkLength(await reader.line())
    if (length === 0) break
    yield* reader.bytes(length)
    if ((await reader.line()) !== '') throw incomplete()
  }
  for (let line = await reader.line(); line !== ''; line = await reader.line()) {
    const colon = line.indexOf(':')
    if (colon < 1) throw incomplete()
    trailers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim())
  }
}

/** A chunk's first line may carry extensions after a semicolon, such as a signature: those are refused elsewhere. */
function chunkLength(line: string): number {
  const [hex = ''] = line.split(';')
  if (!/^[0-9a-f]{1,8}$/i.test(hex)) throw incomplete()
  return Number.parseInt(hex, 16)
}

class ChunkReader {
  readonly #source: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The text up to the next line end, without it. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#held.indexOf(CRLF)
      if (end >= 0) {
        const line = this.#held.subarray(0, end).toString('latin1')
        this.#held = this.#held.subarray(end + CRLF.length)
        return line
      }
      if (this.#held.length > LONGEST_LINE) throw incomplete()
      this.#held = Buffer.concat([this.#held, await this.#more()])
    }
  }

  /** The next `count` bytes, in the pieces in which they come. */
  async *bytes(count: number): AsyncGenerator<Buffer> {
    let left = count
    while (left > 0) {
      if (this.#held.length === 0) this.#held = await this.#more()
      const piece = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  async #more(): Promise<Buffer> {
    const next = await this.#source.next()
    if (next.done === true) throw incomplete()
    return next.value
  }
}

const incomplete = () => new S3Error(400, 'IncompleteBody', 'The body ended early or is not in the announced encoding.')
