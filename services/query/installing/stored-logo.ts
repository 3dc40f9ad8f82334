import { isLogoPath, type LookupKey, storageKey } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import { unavailable } from '@forecourt/kit/problem.ts'
import type { Logos } from './draw-icon.ts'

/** No logo that we have drawn is longer, in bytes. */
const LONGEST = 8 * 1024 * 1024

/** Logos as they are stored. That the storage does not answer is thrown (503), because icons are kept for good. */
export function storedLogos(storage: Pick<ObjectStorage, 'read'>, lookupKey: LookupKey): Logos {
  return async (path) => {
    if (!isLogoPath(lookupKey, path)) return undefined
    try {
      return (await storage.read(storageKey(path), LONGEST))?.bytes
    } catch (error) {
      throw unavailable(error)
    }
  }
}
