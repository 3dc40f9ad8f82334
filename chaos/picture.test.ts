import { redraw, reduce } from '@forecourt/command/upload/picture.ts'
import { LICENCE_WIDTHS } from '@forecourt/contracts/upload.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { draw, isDrawnAt, type Picture, pictureIn, pictureName, SHADES } from './picture.ts'

const FORMAT = { contentType: 'image/jpeg', largest: { width: 2_400, height: 2_400 }, widths: LICENCE_WIDTHS } as const
const shades = Array.from({ length: SHADES }, (_, shade) => shade)
const pictures = shades.flatMap((red) =>
  shades.flatMap((green) => shades.map((blue): Picture => ({ width: 500, height: 321, colour: [red, green, blue] }))),
)

it('is known again after the product has drawn it anew, and in small, whichever colour it has', async () => {
  expect(new Set(pictures.map(pictureName)).size).toBe(64)
  for (const picture of pictures) {
    const name = pictureName(picture)
    const file = await draw(picture)
    expect(await pictureIn(file)).toBe(name)
    const stored = await redraw(file, 'image/png', FORMAT)
    if (typeof stored === 'string') throw new Error(stored)
    expect(await pictureIn(stored.bytes)).toBe(name)
    for (const width of LICENCE_WIDTHS) {
      const small = await pictureIn(await reduce(stored.bytes, width, FORMAT))
      expect([small, isDrawnAt(width, small, name)]).toEqual([small, true])
    }
  }
})

describe('a picture', () => {
  const picture: Picture = { width: 300, height: 200, colour: [0, 3, 1] }
  const jpeg = async () =>
    await sharp(await draw(picture))
      .jpeg()
      .toBuffer()

  it('is none without all of its bytes', async () => {
    const bytes = await jpeg()
    expect(await pictureIn(bytes.subarray(0, bytes.length / 2))).toBeNull()
    expect(await pictureIn(Buffer.from('%PDF-1.7'))).toBeNull()
  })

  it.each(['black', 'grey', 'white'])('is another one when a twentieth of it is %s', async (background) => {
    const stripe = { create: { width: 300, height: 10, channels: 3, background } } as const
    const spoilt = await sharp(await jpeg())
      .composite([{ input: stripe, gravity: 'south' }])
      .jpeg()
      .toBuffer()
    expect(await pictureIn(spoilt)).toBe('300x200 of several colours')
  })

  it.each([
    ['of another colour', '96x64 #40d640'],
    ['too narrow', '90x60 #40d672'],
    ['cut off', '96x96 #40d672'],
    ['larger than it was', '480x320 #40d672'],
    ['none', null],
  ])('is not drawn in small when it is %s', (_what, shown) => {
    expect(isDrawnAt(96, '96x64 #40d672', '300x200 #40d672')).toBe(true)
    expect(isDrawnAt(480, '300x200 #40d672', '300x200 #40d672')).toBe(true)
    expect(isDrawnAt(shown?.startsWith('480') === true ? 480 : 96, shown, '300x200 #40d672')).toBe(false)
  })
})
