import { createHash, type Hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { type Trailers, unchunk } from './aws-chunked.ts'
import { notImplemented, S3Error } from './s3-error.ts'

/** A body that is checked while it is read: whoever reads it to its end without an error has what the sender meant. */
export interface CheckedBody extends AsyncIterable<Buffer> {
  /** The checksum that the sender gave and that was found right, as `x-amz-checksum-crc32`; known after the last byte. */
  checksum(): readonly [header: string, value: string] | undefined
}

/** Room for the framing of an aws-chunked body, which is not part of the object. */
const FRAMING_BYTES = 64 * 1024

/**
 * The body of a PUT, unpacked and compared with everything that was said of it: length, SHA-256 in the signature,
 * checksum in a header or trailer, `Content-MD5`.
 * @param payloadHash what the signature says of the body, from `verifySignature`
 * @throws {S3Error} at once when the length is missing or too large; while reading when the bytes are not as announced
 */
export function checkedBody(request: IncomingMessage, payloadHash: string, maxBytes: number): CheckedBody {
  const streaming = payloadHash.startsWith('STREAMING-')
  if (streaming && payloadHash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') throw notImplemented('Signing single chunks')
  const announced = announcedLength(request, streaming)
  if (announced > maxBytes) throw tooLarge()

  const trailers: Trailers = new Map()
  const raw = atMost(request, maxBytes + FRAMING_BYTES)
  const bytes = streaming ? unchunk(raw, trailers) : raw
  let checksum: readonly [string, string] | undefined

  async function* checked(): AsyncGenerator<Buffer> {
    const sha256 = /^[0-9a-f]{64}$/.test(payloadHash) ? createHash('sha256') : undefined
    const md5 = request.headers['content-md5'] === undefined ? undefined : createHash('md5')
    const expectedChecksum = checksumName(request, streaming)
    const running = expectedChecksum === undefined ? undefined : checksumOf(expectedChecksum)
    let size = 0
    for await (const piece of bytes) {
      size += piece.length
      if (size > announced) throw wrongLength()
      sha256?.update(piece)
      md5?.update(piece)
      running?.update(piece)
      yield piece
    }
    if (size !== announced) throw wrongLength()
    if (sha256 && sha256.digest('hex') !== payloadHash) {
      throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body is not the one that was signed.')
    }
    if (md5 && md5.digest('base64') !== request.headers['content-md5']) throw badDigest('Content-MD5')
    if (expectedChecksum !== undefined && running) {
      const given = trailers.get(expectedChecksum) ?? request.headers[expectedChecksum]
      const found = running.digest()
      if (given !== found) throw badDigest(expectedChecksum)
      checksum = [expectedChecksum, found]
    }
  }

  return { [Symbol.asyncIterator]: checked, checksum: () => checksum }
}

/**
 * A small body, whole.
 * @throws {S3Error} as `checkedBody`
 */
export async function wholeBody(request: IncomingMessage, payloadHash: string, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of checkedBody(request, payloadHash, maxBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

function announcedLength(request: IncomingMessage, streaming: boolean): number {
  const text = request.headers[streaming ? 'x-amz-decoded-content-length' : 'content-length']
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) {
    throw new S3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.')
  }
  return Number(text)
}

async function* atMost(request: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  // Leaving the loop early must not cut the connection: the caller is still to be told why.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('a request without an encoding yields buffers')
    size += piece.length
    if (size > limit) throw tooLarge()
    yield piece
  }
}

function checksumName({ headers }: IncomingMessage, streaming: boolean): string | undefined {
  const name = streaming
    ? headers['x-amz-trailer']
    : Object.keys(headers).find((header) => /^x-amz-checksum-(?!mode$|algorithm$|type$)/.test(header))
  return typeof name === 'string' && name !== '' ? name.trim().toLowerCase() : undefined
}

interface RunningChecksum {
  update(piece: Buffer): void
  /** In base64, as the protocol writes checksums. */
  digest(): string
}

function checksumOf(name: string): RunningChecksum {
  if (name === 'x-amz-checksum-crc32') return runningCrc32()
  if (name === 'x-amz-checksum-sha256') return hashed(createHash('sha256'))
  if (name === 'x-amz-checksum-sha1') return hashed(createHash('sha1'))
  throw notImplemented(name)
}

function runningCrc32(): RunningChecksum {
  let value = 0
  return {
    update: (piece) => {
      value = crc32(piece, value)
    },
    digest: () => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32BE(value)
      return bytes.toString('base64')
    },
  }
}

function hashed(hash: Hash): RunningChecksum {
  return {
    update: (piece) => {
      hash.update(piece)
    },
    digest: () => hash.digest('base64'),
  }
}

const tooLarge = () => new S3Error(400, 'EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.')
const wrongLength = () => new S3Error(400, 'IncompleteBody', 'The body is not as long as announced.')
const badDigest = (what: string) => new S3Error(400, 'BadDigest', `The ${what} you specified did not match the body.`)
