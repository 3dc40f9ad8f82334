import { randomUUID } from 'node:crypto'
import { LOGO_WIDTHS } from '@forecourt/contracts/upload.ts'
import { BusinessId } from '@forecourt/domain/ids.ts'
import { jpeg, pdf, photoFromTelephone, pngBomb, webp } from '@forecourt/infra/testing/sample-files.ts'
import { isLogoOf, renditionKey, widthOfPicture } from '@forecourt/kit/object-path.ts'
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
})
afterAll(() => world.stop())

/** A red bar on nothing. */
const bar = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).composite([
    { input: { create: { width: width / 2, height: height / 2, channels: 4, background: '#b00020' } } },
  ])
const upload = async (bytes: Buffer) => await world.finishLogo(await world.sent('logo', bytes))

describe('a logo', () => {
  test.each([
    ['PNG', () => bar(1600, 800).png().toBuffer()],
    ['WebP', () => bar(1600, 800).webp({ lossless: true }).toBuffer()],
  ])('may be a %s, and is kept as PNG in several widths: what is transparent stays so', async (_name, file) => {
    const { status, objectPath = '/objects/logos/none' } = await upload(await file())
    expect([status, widthOfPicture(objectPath)]).toEqual([200, 768])
    expect(isLogoOf(world.lookupKey, HARBOUR, objectPath)).toBe(true)
    for (const width of LOGO_WIDTHS) {
      const picture = width === 768 ? await world.stored(objectPath) : await stored(renditionKey(objectPath, width))
      const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true })
      expect([picture.contentType, info.width, info.height, info.channels]).toEqual(['image/png', width, width / 2, 4])
      const middle = (info.width * (info.height / 2) + info.width / 2) * 4
      expect([data[3], data[middle + 3]]).toEqual([0, 255])
    }
  })

  test.each([
    [100, 80, ['full', 'w96']],
    [300, 3000, ['full']],
    [768, 200, ['full', 'w192', 'w384', 'w96']],
  ])('of %i × %i is never enlarged: there are %j', async (width, height, names) => {
    const { objectPath = '/objects/logos/none' } = await upload(await jpeg(width, height))
    const keys = await world.keys(`logos/${objectPath.slice('/objects/logos/'.length)}/`)
    expect(keys.map((key) => key.slice(key.lastIndexOf('/') + 1)).toSorted()).toEqual(names)
  })

  test('that is a bomb, a document or no picture is refused', async () => {
    const before = await world.keys('logos/')
    expect(await upload(pngBomb())).toMatchObject({ status: 422, code: 'too-many-pixels' })
    expect(await upload(pdf())).toMatchObject({ status: 415, code: 'file-type-not-allowed' })
    expect(await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({ status: 415 })
    expect(await world.keys('logos/')).toEqual(before)
  })

  test('of too many pixels is refused for that, in words that say what to do', async () => {
    expect(await upload(pngBomb(8000, 5001))).toMatchObject({
      status: 422,
      code: 'too-many-pixels',
      message: 'The picture has more than 40 million pixels. Please make it smaller.',
    })
  })

  test('says nothing of where, when and by whom it was taken', async () => {
    const { objectPath } = await upload(await photoFromTelephone())
    const { bytes } = await world.stored(objectPath)
    const picture = await sharp(bytes).metadata()
    expect([picture.exif, picture.xmp, picture.iptc, picture.icc]).toEqual(Array(4).fill(undefined))
    expect(bytes.includes('Canary Owner')).toBe(false)
  })

  test('is finished again with the same answer, and belongs to the business whose staff finished it', async () => {
    const url = await world.sent('logo', await webp(400, 200))
    const first = await world.finishLogo(url)
    await world.send(url, await jpeg(100, 100))
    world.clock = new Date(world.clock.getTime() + 24 * 3600_000)
    expect(await world.finishLogo(url)).toEqual(first)
    world.staffOf = BusinessId.parse(randomUUID())
    expect(isLogoOf(world.lookupKey, world.staffOf, first.objectPath ?? '')).toBe(false)
    expect(await world.finishLogo(url)).toMatchObject({ status: 422 })
  })

  test('is no picture of a vehicle, and the other way round', async () => {
    const [logo, vehicle] = [await world.sent('logo', await jpeg()), await world.sent('vehicle-image', await jpeg())]
    expect(await world.finishVehicleImage(logo)).toMatchObject({ status: 422, code: 'upload-unknown' })
    expect(await world.finishLogo(vehicle)).toMatchObject({ status: 422, code: 'upload-unknown' })
  })

  test('is taken from members only', async () => {
    world.staffOf = undefined
    expect((await world.finishLogo('x')).status).toBe(401)
  })
})

async function stored(key: string) {
  const found = await world.storage.read(key, 10_000_000)
  if (found === undefined) throw new Error(`nothing is stored under ${key}`)
  return found
}
