import { isLogoPath, type LookupKey, renditionKey, storageKey } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'

/** No logo that the platform has drawn is longer, in bytes. */
const LONGEST = 8 * 1024 * 1024
/** Sharp enough for two inches on paper, and for a screen of twice the density. */
const WIDTH = 384

/**
 * A business's logo, as PNG: 384 pixels wide, or less when it is narrower. Undefined when there is none: it is left out.
 * @throws {Error} the storage does not answer
 */
export async function logoAt(
  { storage, lookupKey }: { readonly storage: Pick<ObjectStorage, 'read'>; readonly lookupKey: LookupKey },
  path: string | null,
): Promise<Buffer | undefined> {
  if (path === null || !isLogoPath(lookupKey, path)) return undefined
  const small = await storage.read(renditionKey(path, WIDTH), LONGEST)
  return (small ?? (await storage.read(storageKey(path), LONGEST)))?.bytes
}
