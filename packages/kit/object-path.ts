import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Where a finished file is: `/objects/{licences, contracts, vehicles or logos}/{id}`. The id's first part is an HMAC of the
 * upload that the file came from, or of what a contract was made for: the same upload always has the same path, and the
 * uploader could not know it before. Its last part is an HMAC of what is before it: a path proves by itself, without any
 * look-up, that this platform made it. Between them a contract and a picture say whose they are, to the platform only; a
 * picture says how wide it is too, so that lists of vehicles can offer its widths without asking the storage. Pictures that
 * were stored before had nothing between.
 */

/** Key of every look-up hash. Not bytes or text, so that no two services can read `LOOKUP_KEY` differently. */
export type LookupKey = KeyObject

const NAME_BYTES = 16
const PROOF_BYTES = 12
const OWNER_BYTES = 6
const ID = /^(?<name>[A-Za-z0-9_-]{22}(?:\.[A-Za-z0-9_-]{8}\.(?:[1-9]\d{0,3}\.)?)?)(?<proof>[A-Za-z0-9_-]{16})$/
const OWNED = /^(?<name>[^.]+)\.(?<owner>[^.]+)\.(?<width>\d+)\./
const FILE_KEY = /^(?<folder>licences|contracts|vehicles|logos)\/(?<id>[^/]+)\/full$/
const OBJECTS = '/objects/'
const LICENCES = '/objects/licences/'
const CONTRACTS = '/objects/contracts/'
const VEHICLE_IMAGES = '/objects/vehicles/'
const LOGOS = '/objects/logos/'

/** Everything that has come in and is not finished has a storage key below this prefix. */
export const QUARANTINE = 'incoming/'
/** Everything that is finished has a storage key below one of these. */
export const FINISHED = [LICENCES, CONTRACTS, VEHICLE_IMAGES, LOGOS].map((folder) => folder.slice(OBJECTS.length))

export type LicencePath = `${typeof LICENCES}${string}`
export type ContractPath = `${typeof CONTRACTS}${string}`
export type VehicleImagePath = `${typeof VEHICLE_IMAGES}${string}`
export type LogoPath = `${typeof LOGOS}${string}`
export type ObjectPath = LicencePath | ContractPath | VehicleImagePath | LogoPath

/** The path of the licence that came with an upload. The same upload gives the same path. */
export function mintLicencePath(lookupKey: LookupKey, uploadId: string): LicencePath {
  const name = nameOf(lookupKey, LICENCES, uploadId)
  return `${LICENCES}${name}${proofOf(lookupKey, LICENCES, name)}`
}

/**
 * The path of a contract of this business. The same always gives the same; it says whose it is, to the platform only.
 * @param source what it was made of: an upload, or what the platform made it for; a name that nothing else has
 */
export function mintContractPath(
  lookupKey: LookupKey,
  businessId: string,
  source: `${'upload' | 'made-for'}:${string}`,
): ContractPath {
  const unique = nameOf(lookupKey, CONTRACTS, `${businessId}:${source}`)
  const name = `${unique}.${ownerOf(lookupKey, businessId, unique)}.`
  return `${CONTRACTS}${name}${proofOf(lookupKey, CONTRACTS, name)}`
}

/** A picture that staff of a business have uploaded. */
export interface OwnUpload {
  readonly businessId: string
  readonly uploadId: string
}

/**
 * The path of the vehicle image that came with an upload. The same upload and width give the same path.
 * @param width of the stored picture, in pixels
 */
export function mintVehicleImagePath(lookupKey: LookupKey, upload: OwnUpload, width: number): VehicleImagePath {
  return `${VEHICLE_IMAGES}${ownId(lookupKey, VEHICLE_IMAGES, upload, width)}`
}

/** The path of the logo that came with an upload, as {@link mintVehicleImagePath} makes those of vehicles. */
export function mintLogoPath(lookupKey: LookupKey, upload: OwnUpload, width: number): LogoPath {
  return `${LOGOS}${ownId(lookupKey, LOGOS, upload, width)}`
}

/** What the storage keys of an upload's picture begin with, before anybody knows how wide it is. */
export function vehicleImagePrefix(lookupKey: LookupKey, upload: OwnUpload): string {
  return `${VEHICLE_IMAGES.slice(OBJECTS.length)}${ownName(lookupKey, VEHICLE_IMAGES, upload)}`
}

/** What the storage keys of an upload's logo begin with, before anybody knows how wide it is. */
export function logoPrefix(lookupKey: LookupKey, upload: OwnUpload): string {
  return `${LOGOS.slice(OBJECTS.length)}${ownName(lookupKey, LOGOS, upload)}`
}

/** Whether this platform made this path for a licence. Says nothing of whom it belongs to. */
export function isLicencePath(lookupKey: LookupKey, path: string): path is LicencePath {
  return isMade(lookupKey, LICENCES, path)
}

/** Whether this platform made this path for a contract. */
export function isContractPath(lookupKey: LookupKey, path: string): path is ContractPath {
  return isMade(lookupKey, CONTRACTS, path)
}

/** Whether this platform made this path for a contract of this business. */
export function isContractOf(lookupKey: LookupKey, businessId: string, path: string): path is ContractPath {
  if (!isContractPath(lookupKey, path)) return false
  const [unique = '', owner] = path.slice(CONTRACTS.length).split('.')
  return owner === ownerOf(lookupKey, businessId, unique)
}

/** Whether this platform made this path for a vehicle image. */
export function isVehicleImagePath(lookupKey: LookupKey, path: string): path is VehicleImagePath {
  return isMade(lookupKey, VEHICLE_IMAGES, path)
}

/** Whether this platform made this path for a logo. */
export function isLogoPath(lookupKey: LookupKey, path: string): path is LogoPath {
  return isMade(lookupKey, LOGOS, path)
}

/** Whether this platform made this path for a vehicle image of this business. One that does not say whose it is is nobody's. */
export function isVehicleImageOf(lookupKey: LookupKey, businessId: string, path: string): path is VehicleImagePath {
  return isVehicleImagePath(lookupKey, path) && isOwn(lookupKey, businessId, path)
}

/** Whether this platform made this path for a logo of this business. */
export function isLogoOf(lookupKey: LookupKey, businessId: string, path: string): path is LogoPath {
  return isLogoPath(lookupKey, path) && isOwn(lookupKey, businessId, path)
}

/** How wide the picture of this path is, in pixels; undefined when the path does not say. */
export function widthOfPicture(path: string): number | undefined {
  const { width } = OWNED.exec(idIn(path))?.groups ?? {}
  return width === undefined ? undefined : Number(width)
}

/**
 * Prefix of everything that is stored for a path; deleting what is below it deletes the file and its renditions.
 * @param path one of ours, now or in former times
 */
export function storagePrefix(path: string): string {
  return `${path.slice(OBJECTS.length)}/`
}

/** The path of what is stored under a key below one of `FINISHED`: the file's own, or that of a smaller picture. */
export function pathBelow(prefix: string, key: string): string {
  return `${OBJECTS}${key.slice(0, key.indexOf('/', prefix.length))}`
}

/** Storage key of the file itself. */
export function storageKey(path: ObjectPath): string {
  return `${storagePrefix(path)}full`
}

/** The path whose file has this storage key; undefined for any other key. Whether we made it is another question. */
export function pathOfStorageKey(key: string): ObjectPath | undefined {
  const { folder, id } = FILE_KEY.exec(key)?.groups ?? {}
  if (folder === undefined || id === undefined) return undefined
  if (folder === 'licences') return `${LICENCES}${id}`
  if (folder === 'contracts') return `${CONTRACTS}${id}`
  return folder === 'logos' ? `${LOGOS}${id}` : `${VEHICLE_IMAGES}${id}`
}

/** Storage key of a smaller picture of the file. @param width in pixels */
export function renditionKey(path: ObjectPath, width: number): string {
  return `${storagePrefix(path)}w${width}`
}

function nameOf(lookupKey: LookupKey, folder: string, uploadId: string): string {
  return keyedHash(lookupKey, `object-name:${folder}:${uploadId}`, NAME_BYTES)
}

function ownId(lookupKey: LookupKey, folder: string, upload: OwnUpload, width: number): string {
  const name = `${ownName(lookupKey, folder, upload)}${width}.`
  return `${name}${proofOf(lookupKey, folder, name)}`
}

/** Ends before the width. */
function ownName(lookupKey: LookupKey, folder: string, { businessId, uploadId }: OwnUpload): string {
  const name = nameOf(lookupKey, folder, uploadId)
  return `${name}.${ownerOf(lookupKey, businessId, name)}.`
}

/** Whether a path that we made says that it is this business's. */
function isOwn(lookupKey: LookupKey, businessId: string, path: string): boolean {
  const { name, owner } = OWNED.exec(idIn(path))?.groups ?? {}
  return name !== undefined && owner === ownerOf(lookupKey, businessId, name)
}

const idIn = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Of the name too, so that a business's pictures have nothing in common that a stranger could see. */
function ownerOf(lookupKey: LookupKey, businessId: string, name: string): string {
  return keyedHash(lookupKey, `object-owner:${businessId}:${name}`, OWNER_BYTES)
}

function isMade(lookupKey: LookupKey, folder: string, path: string): boolean {
  if (!path.startsWith(folder)) return false
  const { name, proof } = ID.exec(path.slice(folder.length))?.groups ?? {}
  if (name === undefined || proof === undefined) return false
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(lookupKey, folder, name)))
}

function proofOf(lookupKey: LookupKey, folder: string, name: string): string {
  return keyedHash(lookupKey, `object-proof:${folder}:${name}`, PROOF_BYTES)
}

function keyedHash(lookupKey: LookupKey, text: string, bytes: number): string {
  return createHmac('sha256', lookupKey).update(text).digest().subarray(0, bytes).toString('base64url')
}
