import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  isContractOf,
  isContractPath,
  isLicencePath,
  isVehicleImageOf,
  isVehicleImagePath,
  mintContractPath,
  mintLicencePath,
  mintVehicleImagePath,
  pathOfStorageKey,
  storageKey,
  vehicleImagePrefix,
  widthOfPicture,
} from './object-path.ts'

const anyKey = () => createSecretKey(randomBytes(32))
const key = anyKey()
const upload = { businessId: '5b0f9a52-6b56-4a9e-9a0e-2f3b8f2f6f10', uploadId: 'upload-1' }

test('the same upload has the same path, another upload another', () => {
  expect(mintLicencePath(key, 'upload-1')).toBe(mintLicencePath(key, 'upload-1'))
  expect(mintLicencePath(key, 'upload-1')).not.toBe(mintLicencePath(key, 'upload-2'))
})

test('a path proves that it was made here, and for what', () => {
  const path = mintLicencePath(key, 'upload-1')
  expect(isLicencePath(key, path)).toBe(true)
  expect(isVehicleImagePath(key, path)).toBe(false)
  expect(isVehicleImagePath(key, path.replace('licences', 'vehicles'))).toBe(false)
  expect(isLicencePath(anyKey(), path)).toBe(false)
  expect(isVehicleImagePath(key, mintVehicleImagePath(key, upload, 1280))).toBe(true)
  const contract = mintContractPath(key, upload.businessId, 'made-for:an issue')
  expect(isContractPath(key, contract)).toBe(true)
  expect([isLicencePath(key, contract), isContractPath(key, path), isContractPath(anyKey(), contract)]).not.toContain(
    true,
  )
  expect(isContractPath(key, path.replace('licences', 'contracts'))).toBe(false)
  expect(mintContractPath(key, upload.businessId, 'upload:an issue')).not.toBe(contract)
  expect(isContractOf(key, upload.businessId, contract)).toBe(true)
  expect(isContractOf(key, 'another', contract)).toBe(false)
  expect(contract).not.toContain(upload.businessId)
  expect(pathOfStorageKey(storageKey(contract))).toBe(contract)
})

test('no character of a path can be changed, added or taken away', () => {
  const path = mintLicencePath(key, 'upload-1')
  const picture = mintVehicleImagePath(key, upload, 1280)
  for (let at = '/objects/vehicles/'.length; at < picture.length; at++) {
    const other = picture[at] === '1' ? '2' : '1'
    expect(isVehicleImagePath(key, picture.slice(0, at) + other + picture.slice(at + 1))).toBe(false)
  }
  for (let at = 0; at < path.length; at++) {
    const other = path[at] === 'A' ? 'B' : 'A'
    expect(isLicencePath(key, path.slice(0, at) + other + path.slice(at + 1))).toBe(false)
  }
  for (const changed of [`${path}A`, `${path}/`, path.slice(0, -1), `/objects/licences/../vehicles/x`, '']) {
    expect(isLicencePath(key, changed)).toBe(false)
  }
})

test('the storage key is the path below a prefix of its own', () => {
  const path = mintVehicleImagePath(key, upload, 1280)
  expect(storageKey(path)).toBe(`vehicles/${path.slice('/objects/vehicles/'.length)}/full`)
})

test('the picture of a vehicle says how wide it is, and, to the platform, whose', () => {
  const path = mintVehicleImagePath(key, upload, 960)
  expect(widthOfPicture(path)).toBe(960)
  expect(isVehicleImageOf(key, upload.businessId, path)).toBe(true)
  expect(isVehicleImageOf(key, 'another', path)).toBe(false)
  expect(isVehicleImageOf(anyKey(), upload.businessId, path)).toBe(false)
  expect(path).not.toContain(upload.businessId)
  expect(storageKey(path).startsWith(vehicleImagePrefix(key, upload))).toBe(true)
  expect(mintVehicleImagePath(key, { ...upload, businessId: 'another' }, 960)).not.toBe(path)
})

test('a picture that was stored before pictures said so is still one of ours, and nobody’s', () => {
  const before = createSecretKey(Buffer.alloc(32, 7))
  const stored = '/objects/vehicles/fdWkRwjchkN_LrrN2FWarwUwSso16ZLANoYrtI'
  expect(isVehicleImagePath(before, stored)).toBe(true)
  expect(isVehicleImageOf(before, upload.businessId, stored)).toBe(false)
  expect(widthOfPicture(stored)).toBeUndefined()
})
