import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { noSuchBucket, noSuchKey, S3Error } from './s3-error.ts'

/**
 * Objects on disk: one file each, `{dir}/{bucket}/{SHA-256 of the key}`. No part of a key is part of a path, so no key
 * can leave the folder or be too long for it. The file holds the object's bytes, then what is known of the object as
 * JSON, then that JSON's length in 4 bytes: renaming one finished file is the whole commit, and no crash can leave an
 * object without its description or half of it.
 */

const Description = z.object({
  key: z.string(),
  size: z.int().nonnegative(),
  etag: z.string(),
  modified: z.iso.datetime(),
  /** Headers that are given back with the object: `content-type`, `x-amz-meta-…`, a checksum. */
  headers: z.record(z.string(), z.string()),
})
export type Description = z.infer<typeof Description>

/** An object held open: it can be read to its end even when it is replaced or deleted meanwhile. */
export interface OpenObject extends AsyncDisposable {
  readonly description: Description
  /** Bytes `from` to `to`, both included. Closes the object at its end. */
  stream(from: number, to: number): NodeJS.ReadableStream
}

interface Replacement {
  readonly key: string
  readonly body: AsyncIterable<Buffer>
  /** Asked when the body has been read to its end. */
  readonly headers: () => Readonly<Record<string, string>>
  /** Refuse to replace an object that is there. */
  readonly onlyIfAbsent: boolean
}

/** The buckets and objects below one folder. */
export interface ObjectStore {
  createBucket(bucket: string): void
  hasBucket(bucket: string): Promise<boolean>
  /** @throws {S3Error} 412 `PreconditionFailed` when `onlyIfAbsent` and there is one */
  write(bucket: string, object: Replacement): Promise<Description>
  /** @throws {S3Error} 404 `NoSuchKey` */
  open(bucket: string, key: string): Promise<OpenObject>
  /** Removes the object; no matter if there is none. */
  remove(bucket: string, key: string): Promise<void>
  /** Descriptions of the objects whose key begins so, in the order of their keys' bytes. */
  list(bucket: string, prefix: string): Promise<Description[]>
}

const UNFINISHED = '.part'
const LENGTH_BYTES = 4
const LONGEST_DESCRIPTION = 64 * 1024
const LONGEST_KEY_BYTES = 1024

/** Opens the store in a folder, making it when it is not there, and removes what a crash left unfinished. */
export function createObjectStore(dir: string): ObjectStore {
  mkdirSync(dir, { recursive: true })
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith(UNFINISHED))
      rmSync(path.join(entry.parentPath, entry.name), { force: true })
  }

  const folder = (bucket: string) => {
    if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
      throw new S3Error(400, 'InvalidBucketName', 'The specified bucket is not valid.')
    }
    return path.join(dir, bucket)
  }
  const file = (bucket: string, key: string) =>
    path.join(folder(bucket), createHash('sha256').update(key).digest('hex'))
  const hasBucket = async (bucket: string) => (await stat(folder(bucket)).catch(absent)) !== undefined
  const requireBucket = async (bucket: string) => {
    if (!(await hasBucket(bucket))) throw noSuchBucket()
  }

  return {
    hasBucket,

    createBucket(bucket) {
      mkdirSync(folder(bucket), { recursive: true })
    },

    async write(bucket, { key, body, headers, onlyIfAbsent }) {
      requireGoodKey(key)
      await requireBucket(bucket)
      const target = file(bucket, key)
      const unfinished = `${target}.${randomUUID()}${UNFINISHED}`
      try {
        const description = await writeFileOf(unfinished, key, body, headers)
        // `link` fails when the name is taken: of several writers that ask for absence, exactly one wins.
        if (onlyIfAbsent) await link(unfinished, target).catch(refuseToReplace)
        else await rename(unfinished, target)
        await syncFolder(folder(bucket))
        return description
      } finally {
        await rm(unfinished, { force: true })
      }
    },

    async open(bucket, key) {
      requireGoodKey(key)
      await requireBucket(bucket)
      const handle = await open(file(bucket, key)).catch(absent)
      if (handle === undefined) throw noSuchKey()
      try {
        const description = await readDescription(handle)
        return {
          description,
          stream: (from, to) => handle.createReadStream({ start: from, end: to }),
          [Symbol.asyncDispose]: () => handle.close(),
        }
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    async remove(bucket, key) {
      requireGoodKey(key)
      await requireBucket(bucket)
      await rm(file(bucket, key), { force: true })
      await syncFolder(folder(bucket))
    },

    async list(bucket, prefix) {
      await requireBucket(bucket)
      const found: Description[] = []
      for (const name of await readdir(folder(bucket))) {
        if (name.endsWith(UNFINISHED)) continue
        await using handle = await open(path.join(folder(bucket), name)).catch(absent)
        if (handle === undefined) continue
        const description = await readDescription(handle)
        if (description.key.startsWith(prefix)) found.push(description)
      }
      return found.toSorted((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
    },
  }
}

async function writeFileOf(
  name: string,
  key: string,
  body: AsyncIterable<Buffer>,
  headers: () => Readonly<Record<string, string>>,
): Promise<Description> {
  await using handle = await open(name, 'wx')
  const md5 = createHash('md5')
  let size = 0
  for await (const piece of body) {
    md5.update(piece)
    size += piece.length
    await handle.appendFile(piece)
  }
  const description: Description = {
    key,
    size,
    etag: `"${md5.digest('hex')}"`,
    modified: new Date().toISOString(),
    headers: { ...headers() },
  }
  const json = Buffer.from(JSON.stringify(description))
  if (json.length > LONGEST_DESCRIPTION)
    throw new S3Error(400, 'MetadataTooLarge', 'Your metadata headers are too long.')
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(json.length)
  await handle.appendFile(Buffer.concat([json, length]))
  await handle.sync()
  return description
}

async function readDescription(handle: FileHandle): Promise<Description> {
  const { size } = await handle.stat()
  const length = (await readExactly(handle, LENGTH_BYTES, size - LENGTH_BYTES)).readUInt32BE()
  if (length > LONGEST_DESCRIPTION) throw new Error('an object file does not end as it should')
  const json = await readExactly(handle, length, size - LENGTH_BYTES - length)
  return Description.parse(JSON.parse(json.toString()))
}

async function readExactly(handle: FileHandle, count: number, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(count), 0, count, position)
  if (position < 0 || bytesRead !== count) throw new Error('an object file is cut short')
  return buffer
}

/** A new name in a folder is only durable once the folder is. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder)
  await handle.sync()
}

/** Keys are any text but control characters, which XML listings could not carry. */
function requireGoodKey(key: string): void {
  if (Buffer.byteLength(key) > LONGEST_KEY_BYTES) throw new S3Error(400, 'KeyTooLongError', 'Your key is too long.')
  if (key === '' || /\p{Cc}/u.test(key))
    throw new S3Error(400, 'InvalidArgument', 'Your key has characters it must not have.')
}

function absent(error: unknown): undefined {
  if (hasCode(error, 'ENOENT')) return undefined
  throw error
}

function refuseToReplace(error: unknown): never {
  if (hasCode(error, 'EEXIST')) {
    throw new S3Error(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold.')
  }
  throw error
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
