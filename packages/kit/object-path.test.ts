import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isLicencePath, isVehicleImagePath, mintLicencePath, mintVehicleImagePath, storageKey } from './object-path.ts'

const anyKey = () => createSecretKey(randomBytes(32))
const key = anyKey()

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
  expect(isVehicleImagePath(key, mintVehicleImagePath(key, 'upload-1'))).toBe(true)
})

test('no character of a path can be changed, added or taken away', () => {
  const path = mintLicencePath(key, 'upload-1')
  for (let at = 0; at < path.length; at++) {
    const other = path[at] === 'A' ? 'B' : 'A'
    expect(isLicencePath(key, path.slice(0, at) + other + path.slice(at + 1))).toBe(false)
  }
  for (const changed of [`${path}A`, `${path}/`, path.slice(0, -1), `/objects/licences/../vehicles/x`, '']) {
    expect(isLicencePath(key, changed)).toBe(false)
  }
})

test('the storage key is the path below a prefix of its own', () => {
  const path = mintVehicleImagePath(key, 'upload-1')
  expect(storageKey(path)).toBe(`vehicles/${path.slice('/objects/vehicles/'.length)}/full`)
})
