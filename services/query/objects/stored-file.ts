import type { Readable } from 'node:stream'
import { type ObjectPath, renditionKey, storageKey } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage, StoredObject } from '@forecourt/kit/object-storage.ts'
import { unavailable } from '@forecourt/kit/problem.ts'

/** A file on its way out. */
export interface StoredFile extends StoredObject {
  /** Absent when only its head was asked for. */
  readonly body?: Readable
}

/**
 * The smaller picture of the width asked for; the file itself when no width is asked for or there is no smaller picture
 * (a document has none).
 * @param headOnly the bytes are not wanted
 * @returns undefined when there is no such file
 * @throws {Problem} 503 when the storage does not answer
 */
export async function findFile(
  storage: Pick<ObjectStorage, 'get' | 'head'>,
  path: ObjectPath,
  width: string | undefined,
  headOnly: boolean,
): Promise<StoredFile | undefined> {
  const find = async (key: string): Promise<StoredFile | undefined> => (headOnly ? storage.head(key) : storage.get(key))
  try {
    const smaller = width === undefined ? undefined : await find(renditionKey(path, Number(width)))
    return smaller ?? (await find(storageKey(path)))
  } catch (error) {
    throw unavailable(error)
  }
}

/** Whether browsers would open it as a document of its own rather than draw it as a picture. */
export function isDocument({ contentType }: StoredObject): boolean {
  return contentType === 'application/pdf'
}
