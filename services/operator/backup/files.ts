import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OBJECTS, StoredFile } from './manifest.ts'

/** What was written or read: its length and SHA-256. */
export interface Digest {
  readonly bytes: number
  readonly sha256: string
}

/** Writes what comes into a new file that only its owner can read. */
export async function writeDown(source: Readable, path: string): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(
    source,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return { bytes, sha256: hash.digest('hex') }
}

/** @throws the system's error, such as ENOENT */
export async function digestOf(path: string): Promise<Digest> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    const piece = Buffer.from(chunk)
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** The back-up's stored files, in the order of their keys. */
export async function* filesIn(folder: string): AsyncGenerator<StoredFile> {
  const lines = createInterface({ input: createReadStream(join(folder, OBJECTS)), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield StoredFile.parse(JSON.parse(line))
}
