import {
  LONGEST_UPLOAD,
  UPLOAD_TYPES,
  type UploadPurpose,
  type UploadTargetRequest,
} from '@forecourt/contracts/upload.ts'
import {
  type LicencePath,
  type LookupKey,
  mintLicencePath,
  mintVehicleImagePath,
  type ObjectPath,
  type VehicleImagePath,
} from '@forecourt/kit/object-path.ts'
import { type ObjectStorage, ObjectTooLarge } from '@forecourt/kit/object-storage.ts'
import { createSemaphore } from '../limits/semaphore.ts'
import { createFileCabinet, type FileRefusal } from './file-cabinet.ts'
import { mintUploadKey, readUploadKey, type Upload } from './upload-key.ts'

/** Why an upload is not begun or not finished. */
export type UploadRefusal =
  | FileRefusal
  | 'file-too-large'
  /** Not an address that we gave out for this purpose. */
  | 'upload-unknown'
  | 'upload-expired'
  /** Nothing was sent to the address yet. */
  | 'upload-missing'

export type Finished<Path extends ObjectPath> =
  | { readonly ok: true; readonly path: Path }
  | { readonly ok: false; readonly refusal: UploadRefusal }

export interface Uploads {
  /** An address to PUT one file to, good for 10 minutes; or why what is announced would not be taken. */
  begin(
    request: UploadTargetRequest,
  ): Promise<{ readonly ok: true; readonly url: string } | { readonly ok: false; readonly refusal: UploadRefusal }>
  /**
   * Checks the file that was sent to an address and stores it for good. The same call again gives the same answer, also
   * when the address is over or something else was sent to it meanwhile.
   * @param admit runs once before a file is read, unless the answer has been given before: where limits are counted
   * @throws {Busy} when too many files are being checked
   */
  finishLicence(url: string, admit?: () => Promise<void>): Promise<Finished<LicencePath>>
  /** As `finishLicence`, for the picture of a vehicle. */
  finishVehicleImage(url: string): Promise<Finished<VehicleImagePath>>
  /** Stores a file that did not come over an address, such as demo data. The same id gives the same path. */
  storeLicence(id: string, bytes: Buffer): Promise<Finished<LicencePath>>
  storeVehicleImage(id: string, bytes: Buffer): Promise<Finished<VehicleImagePath>>
}

interface Options {
  readonly storage: ObjectStorage
  readonly lookupKey: LookupKey
  readonly now?: () => Date
}

const GOOD_FOR_SECONDS = 10 * 60
/** Each may need two hundred megabytes of memory and seconds of a core. */
const CHECKED_AT_ONCE = 2
const WAITING_TO_BE_CHECKED = 24

/** Uploads as decisions "Files" has them: a stateless address, a quarantine, a check, a final path. */
export function createUploads({ storage, lookupKey, now = () => new Date() }: Options): Uploads {
  const cabinet = createFileCabinet(storage)
  const inTurn = createSemaphore({ atOnce: CHECKED_AT_ONCE, waiting: WAITING_TO_BE_CHECKED })

  const ours = (url: string, purpose: UploadPurpose): (Upload & { readonly key: string }) | undefined => {
    const key = storage.keyOfPresigned(url)
    const upload = key === undefined ? undefined : readUploadKey(lookupKey, key)
    if (key === undefined || upload === undefined) return undefined
    return upload.purpose === purpose || upload.purpose === 'any' ? { ...upload, key } : undefined
  }

  const store = async <Path extends ObjectPath>(path: Path, purpose: UploadPurpose, bytes: Buffer) => {
    const refusal = await cabinet.put(path, purpose, bytes)
    return refusal === undefined ? ({ ok: true, path } as const) : refuse(refusal)
  }

  const finish = async <Path extends ObjectPath>(
    url: string,
    purpose: UploadPurpose,
    mintPath: (lookupKey: LookupKey, id: string) => Path,
    admit?: () => Promise<void>,
  ): Promise<Finished<Path>> => {
    const upload = ours(url, purpose)
    if (upload === undefined) return refuse('upload-unknown')
    const path = mintPath(lookupKey, upload.id)
    return inTurn(async () => {
      if (await cabinet.has(path, purpose)) return { ok: true, path }
      await admit?.()
      if (now() >= upload.expiresAt) return refuse('upload-expired')
      const file = await storage.read(upload.key, LONGEST_UPLOAD).catch(tooLarge)
      if (file === 'file-too-large') return refuse(file)
      if (file === undefined) return refuse('upload-missing')
      const stored = await store(path, purpose, file.bytes)
      // It has no more use. What stays in quarantine, this one too if it cannot be deleted, is left for a sweep.
      if (stored.ok) await storage.delete(upload.key).catch(() => {})
      return stored
    })
  }

  return {
    async begin({ purpose, contentType, size }) {
      if (size !== undefined && size > LONGEST_UPLOAD) return refuse('file-too-large')
      if (contentType !== undefined && !isAllowed(contentType, purpose)) return refuse('file-type-not-allowed')
      const expiresAt = new Date(now().getTime() + GOOD_FOR_SECONDS * 1000)
      const key = mintUploadKey(lookupKey, purpose ?? 'any', expiresAt)
      return { ok: true, url: await storage.presignPut({ key, contentType, size, expiresIn: GOOD_FOR_SECONDS }) }
    },
    finishLicence: (url, admit) => finish(url, 'license', mintLicencePath, admit),
    finishVehicleImage: (url) => finish(url, 'vehicle-image', mintVehicleImagePath),
    storeLicence: (id, bytes) => store(mintLicencePath(lookupKey, id), 'license', bytes),
    storeVehicleImage: (id, bytes) => store(mintVehicleImagePath(lookupKey, id), 'vehicle-image', bytes),
  }
}

function isAllowed(contentType: string, purpose: UploadPurpose | undefined): boolean {
  const types = purpose === undefined ? Object.values(UPLOAD_TYPES).flat() : UPLOAD_TYPES[purpose]
  return types.includes(contentType)
}

function tooLarge(error: unknown): 'file-too-large' {
  if (error instanceof ObjectTooLarge) return 'file-too-large'
  throw error
}

const refuse = (refusal: UploadRefusal) => ({ ok: false, refusal }) as const
