import {
  LONGEST_UPLOAD,
  UPLOAD_TYPES,
  type UploadPurpose,
  type UploadTargetRequest,
} from '@forecourt/contracts/upload.ts'
import {
  type ContractPath,
  isLogoOf,
  isVehicleImageOf,
  type LicencePath,
  type LogoPath,
  type LookupKey,
  logoPrefix,
  mintContractPath,
  mintLicencePath,
  mintLogoPath,
  mintVehicleImagePath,
  type ObjectPath,
  pathOfStorageKey,
  type VehicleImagePath,
  vehicleImagePrefix,
} from '@forecourt/kit/object-path.ts'
import { type ObjectStorage, ObjectTooLarge } from '@forecourt/kit/object-storage.ts'
import { isOwnDocument } from '@forecourt/kit/own-document.ts'
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
   * @throws {NotDrawn} when there was no time for a picture
   */
  finishLicence(url: string, admit?: () => Promise<void>): Promise<Finished<LicencePath>>
  /** As `finishLicence`, for the picture of a vehicle of this business: nobody else can put it on one of theirs. */
  finishVehicleImage(url: string, businessId: string): Promise<Finished<VehicleImagePath>>
  /** As `finishVehicleImage`, for the logo of this business. */
  finishLogo(url: string, businessId: string): Promise<Finished<LogoPath>>
  /** As `finishLicence`, for a contract on paper of this business: to another the same upload is another file. */
  finishContract(url: string, businessId: string): Promise<Finished<ContractPath>>
}

/** Where the files of a purpose go. */
interface Place<Path extends ObjectPath> {
  /** The path of an upload's file; the width, in pixels, is that of the picture as it is stored. */
  pathOf(uploadId: string, width: number): Path
  /** The file that an upload has become; undefined when it has not yet. */
  find(uploadId: string): Promise<Path | undefined>
  /** Whether a document is one that the platform itself made for those whose file this will be. */
  readonly isOwn?: (bytes: Buffer) => boolean
}

interface Options {
  readonly storage: ObjectStorage
  readonly lookupKey: LookupKey
  readonly now?: () => Date
}

const GOOD_FOR_SECONDS = 10 * 60
/**
 * The ten minutes are the PUT's: one that begins in the last of them may take long on a slow line, and is finished after it. By
 * then the storage takes nothing more for this address.
 */
const FINISHED_AFTER_SECONDS = 10 * 60
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

  const isOver = ({ expiresAt }: Upload) => now().getTime() >= expiresAt.getTime() + FINISHED_AFTER_SECONDS * 1000

  const finish = async <Path extends ObjectPath>(
    url: string,
    purpose: UploadPurpose,
    place: Place<Path>,
    admit?: () => Promise<void>,
  ): Promise<Finished<Path>> => {
    const upload = ours(url, purpose)
    if (upload === undefined) return refuse('upload-unknown')
    return inTurn(async () => {
      const finished = await place.find(upload.id)
      if (finished !== undefined) return { ok: true, path: finished }
      await admit?.()
      if (isOver(upload)) return refuse('upload-expired')
      const file = await storage.read(upload.key, LONGEST_UPLOAD).catch(tooLarge)
      if (file === 'file-too-large') return refuse(file)
      if (file === undefined) {
        // Another process may have finished it meanwhile, and taken it out of quarantine.
        const path = await place.find(upload.id)
        return path === undefined ? refuse('upload-missing') : { ok: true, path }
      }
      const stored = await cabinet.put((width) => place.pathOf(upload.id, width), purpose, file.bytes, place.isOwn)
      if (!stored.ok) return stored
      // It has no more use. What stays in quarantine, this one too if it cannot be deleted, is left for a sweep.
      await storage.delete(upload.key).catch(() => {})
      return stored
    })
  }

  const licences: Place<LicencePath> = {
    pathOf: (id) => mintLicencePath(lookupKey, id),
    async find(id) {
      const path = mintLicencePath(lookupKey, id)
      return (await cabinet.has(path, 'license')) ? path : undefined
    },
  }

  const contracts = (businessId: string): Place<ContractPath> => {
    const pathOf = (id: string) => mintContractPath(lookupKey, businessId, `upload:${id}`)
    return {
      pathOf,
      find: async (id) => ((await cabinet.has(pathOf(id), 'contract')) ? pathOf(id) : undefined),
      // A signed copy carries the contract as it was signed: what is refused in others is ours there.
      isOwn: (bytes) => isOwnDocument(lookupKey, businessId, bytes),
    }
  }

  const vehicleImages = (businessId: string): Place<VehicleImagePath> => ({
    pathOf: (uploadId, width) => mintVehicleImagePath(lookupKey, { businessId, uploadId }, width),
    async find(uploadId) {
      for await (const { key } of storage.list(vehicleImagePrefix(lookupKey, { businessId, uploadId }))) {
        const path = pathOfStorageKey(key)
        if (path === undefined || !isVehicleImageOf(lookupKey, businessId, path)) continue
        if (await cabinet.has(path, 'vehicle-image')) return path
      }
      return undefined
    },
  })

  const logos = (businessId: string): Place<LogoPath> => ({
    pathOf: (uploadId, width) => mintLogoPath(lookupKey, { businessId, uploadId }, width),
    async find(uploadId) {
      for await (const { key } of storage.list(logoPrefix(lookupKey, { businessId, uploadId }))) {
        const path = pathOfStorageKey(key)
        if (path === undefined || !isLogoOf(lookupKey, businessId, path)) continue
        if (await cabinet.has(path, 'logo')) return path
      }
      return undefined
    },
  })

  return {
    async begin({ purpose, contentType, size }) {
      if (size !== undefined && size > LONGEST_UPLOAD) return refuse('file-too-large')
      if (contentType !== undefined && !isAllowed(contentType, purpose)) return refuse('file-type-not-allowed')
      const expiresAt = new Date(now().getTime() + GOOD_FOR_SECONDS * 1000)
      const key = mintUploadKey(lookupKey, purpose ?? 'any', expiresAt)
      return { ok: true, url: await storage.presignPut({ key, contentType, size, expiresIn: GOOD_FOR_SECONDS }) }
    },
    finishLicence: (url, admit) => finish(url, 'license', licences, admit),
    finishVehicleImage: (url, businessId) => finish(url, 'vehicle-image', vehicleImages(businessId)),
    finishLogo: (url, businessId) => finish(url, 'logo', logos(businessId)),
    finishContract: (url, businessId) => finish(url, 'contract', contracts(businessId)),
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
