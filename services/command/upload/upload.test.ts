import { randomUUID } from 'node:crypto'
import { LICENCE_WIDTHS, LONGEST_UPLOAD, VEHICLE_IMAGE_WIDTHS } from '@forecourt/contracts/upload.ts'
import { BusinessId } from '@forecourt/domain/ids.ts'
import { jpeg, packedPdf, pdf, photoFromTelephone, png, webp } from '@forecourt/infra/testing/sample-files.ts'
import {
  isLicencePath,
  isVehicleImageOf,
  isVehicleImagePath,
  renditionKey,
  widthOfPicture,
} from '@forecourt/kit/object-path.ts'
import { createObjectStorage } from '@forecourt/kit/object-storage.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HARBOUR, UploadWorld } from '../testing/upload-world.ts'

let world: UploadWorld

beforeAll(async () => {
  world = await UploadWorld.start()
})

beforeEach(() => {
  world.clock = new Date()
  world.staffOf = HARBOUR
  world.limited = []
})

afterAll(() => world.stop())

async function isWide(bytes: Buffer | undefined): Promise<boolean> {
  const { width, height } = await sharp(bytes).metadata()
  return width > height
}

const upload = async (bytes: Buffer) => await world.finishVehicleImage(await world.sent('vehicle-image', bytes))
const storedWidths = async (path: string) => {
  const keys = await world.keys(`vehicles/${path.slice('/objects/vehicles/'.length)}/`)
  return keys.map((key) => key.slice(key.lastIndexOf('/') + 1))
}

describe('an upload target', () => {
  test('needs no body, and says nothing of what it is for but in its key', async () => {
    const url = await world.target()
    expect(new URL(url).pathname).toMatch(/^\/forecourt\/incoming\/any\//)
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('600')
  })

  test('is good for either purpose when none was named', async () => {
    const url = await world.target()
    await world.send(url, await jpeg())
    expect((await world.finishLicence(url)).objectPath).toMatch(/^\/objects\/licences\//)
  })

  test('binds the type and the size that were announced', async () => {
    const bytes = await jpeg()
    const url = await world.target({ purpose: 'license', contentType: 'image/jpeg', size: bytes.length })
    expect(await world.send(url, Buffer.concat([bytes, bytes]))).toBe(403)
    expect(await world.send(url, bytes, 'text/html')).toBe(403)
    expect(await world.send(url, bytes)).toBe(200)
  })

  test.each([
    [{ purpose: 'license', size: LONGEST_UPLOAD + 1 }, 413, 'file-too-large'],
    [{ purpose: 'license', contentType: 'text/html' }, 415, 'file-type-not-allowed'],
    [{ purpose: 'license', contentType: 'image/svg+xml' }, 415, 'file-type-not-allowed'],
    [{ purpose: 'license', contentType: 'image/webp' }, 415, 'file-type-not-allowed'],
    [{ purpose: 'vehicle-image', contentType: 'application/pdf' }, 415, 'file-type-not-allowed'],
    [{ purpose: 'passport' }, 422, 'invalid'],
    [{ size: 0 }, 422, 'invalid'],
    [{ size: 1.5 }, 422, 'invalid'],
    [{ key: 'licences/x' }, 422, 'invalid'],
  ])('%j is refused: %i', async (request, status, code) => {
    expect(await world.call('POST', '/api/objects/upload', request)).toMatchObject({ status, code })
  })

  test('writes nothing, however many are asked for', async () => {
    const before = await world.keys('')
    for (let i = 0; i < 20; i++) await world.target({ purpose: 'license' })
    expect(await world.keys('')).toEqual(before)
  })

  test('is counted, and so is finishing a licence', async () => {
    await world.finishLicence(await world.target())
    expect(world.limited).toEqual(['target', 'finish'])
  })
})

describe('a licence', () => {
  test.each([
    ['PNG', () => png(), 'image/jpeg'],
    ['JPEG', () => jpeg(), 'image/jpeg'],
    ['PDF', async () => pdf(), 'application/pdf'],
    ['PDF with packed objects', async () => packedPdf('<< /Type /Outlines >>'), 'application/pdf'],
  ])('may be a %s', async (_name, file, contentType) => {
    const { status, objectPath = '/objects/licences/none' } = await world.uploadLicence(await file())
    expect(status).toBe(200)
    expect(isLicencePath(world.lookupKey, objectPath)).toBe(true)
    expect((await world.stored(objectPath)).contentType).toBe(contentType)
  })

  test('has small pictures beside it, and leaves nothing in quarantine', async () => {
    const before = await world.keys('incoming/')
    const { objectPath = '/objects/licences/none' } = await world.uploadLicence(await jpeg())
    for (const width of LICENCE_WIDTHS) {
      const small = await world.storage.read(renditionKey(objectPath, width), 1_000_000)
      expect((await sharp(small?.bytes).metadata()).width).toBe(width)
    }
    expect(await world.keys('incoming/')).toEqual(before)
  })

  test('stands upright and says nothing of where, when and by whom it was taken', async () => {
    const { objectPath } = await world.uploadLicence(await photoFromTelephone())
    const { bytes } = await world.stored(objectPath)
    const picture = await sharp(bytes).metadata()
    expect([picture.width, picture.height]).toEqual([200, 400])
    expect([picture.exif, picture.xmp, picture.iptc, picture.icc, picture.orientation]).toEqual(
      Array(5).fill(undefined),
    )
    expect(bytes.includes('Canary Owner')).toBe(false)
  })

  test('has a path that its sender could not know, and that is no key of the quarantine', async () => {
    const url = await world.target({ purpose: 'license' })
    await world.send(url, await jpeg())
    const { objectPath = '' } = await world.finishLicence(url)
    const uploadId = /([^/]{22})\.[^/]{22}\?/.exec(url)?.[1] ?? ''
    expect(uploadId).not.toBe('')
    expect(objectPath).not.toContain(uploadId)
  })
})

test('a file that was sent in time is taken when a slow line was done with it after the 10 minutes', async () => {
  const url = await world.target({ purpose: 'license' })
  await world.send(url, await jpeg())
  world.clock = new Date(world.clock.getTime() + 15 * 60_000)
  expect((await world.finishLicence(url)).status).toBe(200)
})

describe('finishing again', () => {
  test('the same call gives the same answer, also when its time is over', async () => {
    const url = await world.target({ purpose: 'license' })
    await world.send(url, await jpeg())
    const first = await world.finishLicence(url)
    expect(first.status).toBe(200)
    world.clock = new Date(world.clock.getTime() + 24 * 3600_000)
    expect(await world.finishLicence(url)).toEqual(first)
  })

  test('is not counted again', async () => {
    world.limited = []
    const url = await world.sent('license', await jpeg())
    for (let i = 0; i < 3; i += 1) expect((await world.finishLicence(url)).status).toBe(200)
    expect(world.limited).toEqual(['target', 'finish'])
  })

  test('a second PUT with the same address changes nothing', async () => {
    const url = await world.target({ purpose: 'license' })
    await world.send(url, await jpeg(640, 400))
    const { objectPath } = await world.finishLicence(url)
    const before = await world.stored(objectPath)
    expect(await world.send(url, await jpeg(100, 100))).toBe(200)
    expect((await world.finishLicence(url)).objectPath).toBe(objectPath)
    expect((await world.stored(objectPath)).bytes.equals(before.bytes)).toBe(true)
  })

  test('of many at once all give one answer, and file and small pictures belong together', async () => {
    const url = await world.target({ purpose: 'license' })
    await world.send(url, await jpeg(640, 400))
    const calls = [world.finishLicence(url), world.finishLicence(url), world.finishLicence(url)]
    await world.send(url, await jpeg(400, 640))
    const paths = (await Promise.all(calls)).map(({ objectPath = '/objects/licences/none' }) => objectPath)
    expect(new Set(paths).size).toBe(1)
    const [path = '/objects/licences/none'] = paths
    const small = await world.storage.read(renditionKey(path, 96), 1_000_000)
    expect(await isWide(small?.bytes)).toBe(await isWide((await world.stored(path)).bytes))
  })

  test('while another process has just finished it gives the same answer', async () => {
    const url = await world.sent('license', await jpeg())
    const here = await world.serve({
      ...world.storage,
      async read(...what) {
        // It was not finished yet when this one looked, and is now.
        await world.finishLicence(url)
        return await world.storage.read(...what)
      },
    })
    const body = { licenseImageURL: url }
    expect(await world.call('PUT', '/api/license-upload', body, here)).toEqual(await world.finishLicence(url))
  })

  test('draws the small pictures that a crash left undone', async () => {
    const url = await world.target({ purpose: 'license' })
    await world.send(url, await jpeg())
    const { objectPath = '/objects/licences/none' } = await world.finishLicence(url)
    for (const width of LICENCE_WIDTHS) await world.storage.delete(renditionKey(objectPath, width))
    await world.finishLicence(url)
    for (const width of LICENCE_WIDTHS) expect(await world.storage.head(renditionKey(objectPath, width))).toBeDefined()
  })
})

describe('an address is refused', () => {
  const changed: readonly (readonly [string, (url: string) => string])[] = [
    ['of another host', (url) => url.replace('127.0.0.1', '127.0.0.2')],
    ['of another scheme', (url) => url.replace('http:', 'file:')],
    ['of a metadata service', () => 'http://169.254.169.254/latest/meta-data/'],
    ['of another bucket', (url) => url.replace('/forecourt/', '/other/')],
    ['of a finished file', (url) => url.replace(/incoming.*$/, 'licences/x/full')],
    ['with a later end', (url) => url.replace(/license\/(\d{10})/, 'license/9999999999')],
    ['with another purpose', (url) => url.replace('/license/', '/any/')],
    ['with another id', (url) => url.replace(/\/[A-Za-z0-9_-]{22}\./, `/${'A'.repeat(22)}.`)],
    ['with a proof of its own', (url) => url.replace(/\.[A-Za-z0-9_-]{22}\?/, `.${'A'.repeat(22)}?`)],
    ['that is no address', () => 'not an address'],
  ]
  test.each(changed)('%s: 422', async (_which, change) => {
    const url = await world.target({ purpose: 'license' })
    await world.send(url, await jpeg())
    expect(change(url)).not.toBe(url)
    expect(await world.finishLicence(change(url))).toMatchObject({ status: 422, code: 'upload-unknown' })
  })

  test('that was given for the other purpose: 422', async () => {
    const licence = await world.target({ purpose: 'license' })
    await world.send(licence, await jpeg())
    expect(await world.finishVehicleImage(licence)).toMatchObject({ status: 422, code: 'upload-unknown' })
    const image = await world.target({ purpose: 'vehicle-image' })
    await world.send(image, await jpeg())
    expect(await world.finishLicence(image)).toMatchObject({ status: 422, code: 'upload-unknown' })
  })

  test('10 minutes after the 10 in which the file could be sent: 422', async () => {
    const url = await world.target({ purpose: 'license' })
    await world.send(url, await jpeg())
    world.clock = new Date(world.clock.getTime() + 2 * 600_000)
    expect(await world.finishLicence(url)).toMatchObject({ status: 422, code: 'upload-expired' })
  })

  test('to which nothing was sent: 422', async () => {
    expect(await world.finishLicence(await world.target())).toMatchObject({ status: 422, code: 'upload-missing' })
  })

  test.each([
    [{}],
    [{ licenseImageURL: 7 }],
    [{ licenseImageURL: '' }],
    [{ licenseImageURL: 'x', objectPath: 'y' }],
    [[]],
  ])('in the body %j: 422', async (body) => {
    expect(await world.call('PUT', '/api/license-upload', body)).toMatchObject({ status: 422, code: 'invalid' })
  })
})

describe('a picture of a vehicle', () => {
  test.each([
    ['PNG', () => png(1600, 900)],
    ['JPEG', () => jpeg(1600, 900)],
    ['WebP', () => webp(1600, 900)],
  ])('may be a %s, and is kept as WebP in several widths', async (_name, file) => {
    const url = await world.target({ purpose: 'vehicle-image' })
    await world.send(url, await file())
    const { status, objectPath = '/objects/vehicles/none' } = await world.finishVehicleImage(url)
    expect(status).toBe(200)
    expect(isVehicleImagePath(world.lookupKey, objectPath)).toBe(true)
    expect((await sharp((await world.stored(objectPath)).bytes).metadata()).width).toBe(1280)
    for (const width of VEHICLE_IMAGE_WIDTHS.filter((each) => each < 1280)) {
      const picture = await world.storage.read(renditionKey(objectPath, width), 10_000_000)
      expect(picture?.contentType).toBe('image/webp')
      expect((await sharp(picture?.bytes).metadata()).width).toBe(width)
    }
  })

  test.each([
    [200, 150, ['full']],
    [500, 300, ['full', 'w320']],
    [1280, 720, ['full', 'w320', 'w640', 'w960']],
    [1500, 3000, ['full', 'w320', 'w640', 'w960']],
  ])('of %i × %i is never enlarged: there are %j', async (width, height, stored) => {
    const { objectPath = '/objects/vehicles/none' } = await upload(await jpeg(width, height))
    const expected = Math.min(width, 1280)
    expect(widthOfPicture(objectPath)).toBe(expected)
    expect((await sharp((await world.stored(objectPath)).bytes).metadata()).width).toBe(expected)
    expect(await storedWidths(objectPath)).toEqual(stored)
  })

  test('is finished again with the same answer, when its time is over too, and draws what a crash left undone', async () => {
    const url = await world.sent('vehicle-image', await jpeg(800, 600))
    const first = await world.finishVehicleImage(url)
    expect(first.status).toBe(200)
    const { objectPath = '/objects/vehicles/none' } = first
    await world.storage.delete(renditionKey(objectPath, 640))
    await world.send(url, await jpeg(100, 100))
    world.clock = new Date(world.clock.getTime() + 24 * 3600_000)
    expect(await world.finishVehicleImage(url)).toEqual(first)
    expect(await storedWidths(objectPath)).toEqual(['full', 'w320', 'w640'])
  })

  test('belongs to the business whose staff finished it', async () => {
    const url = await world.sent('vehicle-image', await jpeg())
    const { objectPath = '/objects/vehicles/none' } = await world.finishVehicleImage(url)
    expect(isVehicleImageOf(world.lookupKey, HARBOUR, objectPath)).toBe(true)
    world.staffOf = BusinessId.parse(randomUUID())
    expect(isVehicleImageOf(world.lookupKey, world.staffOf, objectPath)).toBe(false)
    expect(await world.finishVehicleImage(url)).toMatchObject({ status: 422, code: 'upload-missing' })
  })

  test('says nothing of where, when and by whom it was taken', async () => {
    const { objectPath } = await upload(await photoFromTelephone())
    const { bytes } = await world.stored(objectPath)
    const picture = await sharp(bytes).metadata()
    expect([picture.exif, picture.xmp, picture.iptc, picture.icc]).toEqual(Array(4).fill(undefined))
    expect(bytes.includes('Canary Owner')).toBe(false)
  })

  test('may not be a PDF', async () => {
    const url = await world.target({ purpose: 'vehicle-image' })
    await world.send(url, pdf())
    expect((await world.finishVehicleImage(url)).status).toBe(415)
  })

  test('is taken from members only', async () => {
    world.staffOf = undefined
    expect((await world.finishVehicleImage('x')).status).toBe(401)
  })
})

test('while the storage does not answer: 503 with Retry-After', async () => {
  // Port 1 is one that nobody listens on.
  const nobody = createObjectStorage({ ...world.server.config, endpoint: 'http://127.0.0.1:1' })
  const cutOff = await world.serve(nobody)
  const url = (await world.target()).replace(world.server.config.endpoint, 'http://127.0.0.1:1')
  expect(await world.finishLicence(url, cutOff)).toMatchObject({ status: 503, retryAfter: '2', code: 'unavailable' })
  nobody.close()
})

test('other methods: 405', async () => {
  expect((await world.call('DELETE', '/api/license-upload')).status).toBe(405)
  expect((await world.call('PUT', '/api/objects/upload', {})).status).toBe(405)
})
