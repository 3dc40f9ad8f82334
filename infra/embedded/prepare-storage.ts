import { createObjectStorage, type ObjectStorageConfig } from '@forecourt/kit/object-storage.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * Makes the bucket of all files when it is not there.
 * @throws CannotStart when the storage does not answer, or allows neither to see nor to make it
 */
export async function prepareStorage(config: ObjectStorageConfig): Promise<void> {
  const storage = createObjectStorage(config)
  try {
    await storage.ensureBucket()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    throw new CannotStart(`The bucket ${config.bucket} of S3_ENDPOINT cannot be used: ${reason}.`, { cause })
  } finally {
    storage.close()
  }
}
