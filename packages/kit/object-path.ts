import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Where a finished file is: `/objects/licences/{id}` or `/objects/vehicles/{id}`. The id's first part is an HMAC of the
 * upload that the file came from: the same upload always has the same path, and the uploader could not know it before.
 * Its last part is an HMAC of the first: a path proves by itself, without any look-up, that this platform made it.
 */

/** Key of every look-up hash. Not bytes or text, so that no two services can read `LOOKUP_KEY` differently. */
export type LookupKey = KeyObject

const NAME_BYTES = 16
const PROOF_BYTES = 12
const ID = /^(?<name>[A-Za-z0-9_-]{22})(?<proof>[A-Za-z0-9_-]{16})$/
const LICENCES = '/objects/licences/'
const VEHICLE_IMAGES = '/objects/vehicles/'

export type LicencePath = `${typeof LICENCES}${string}`
export type VehicleImagePath = `${typeof VEHICLE_IMAGES}${string}`
export type ObjectPath = LicencePath | VehicleImagePath

/** The path of the licence that came with an upload. The same upload gives the same path. */
export function mintLicencePath(lookupKey: LookupKey, uploadId: string): LicencePath {
  return mint(lookupKey, LICENCES, uploadId)
}

/** The path of the vehicle image that came with an upload. The same upload gives the same path. */
export function mintVehicleImagePath(lookupKey: LookupKey, uploadId: string): VehicleImagePath {
  return mint(lookupKey, VEHICLE_IMAGES, uploadId)
}

/** Whether this platform made this path for a licence. Says nothing of whom it belongs to. */
export function isLicencePath(lookupKey: LookupKey, path: string): path is LicencePath {
  return isMade(lookupKey, LICENCES, path)
}

/** Whether this platform made this path for a vehicle image. */
export function isVehicleImagePath(lookupKey: LookupKey, path: string): path is VehicleImagePath {
  return isMade(lookupKey, VEHICLE_IMAGES, path)
}

/** Prefix of everything that is stored for a path; deleting what is below it deletes the file and its renditions. */
export function storagePrefix(path: ObjectPath): string {
  return `${path.slice('/objects/'.length)}/`
}

/** Storage key of the file itself. */
export function storageKey(path: ObjectPath): string {
  return `${storagePrefix(path)}full`
}

/** Storage key of a smaller picture of the file. @param width in pixels */
export function renditionKey(path: ObjectPath, width: number): string {
  return `${storagePrefix(path)}w${width}`
}

function mint<Folder extends string>(lookupKey: LookupKey, folder: Folder, uploadId: string): `${Folder}${string}` {
  const name = keyedHash(lookupKey, `object-name:${folder}:${uploadId}`, NAME_BYTES)
  return `${folder}${name}${proofOf(lookupKey, folder, name)}`
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
