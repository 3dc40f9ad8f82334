import sharp from 'sharp'
import { expect, it } from 'vitest'
import { draw, nameAt, nameIn, nameOf, type Picture, SHADES, widthOnly } from './picture.ts'

const shades = Array.from({ length: SHADES }, (_, shade) => shade)
const pictures = shades.flatMap((red) =>
  shades.flatMap((green) => shades.map((blue): Picture => ({ width: 300, height: 200, colour: [red, green, blue] }))),
)

it('is known again after it was drawn anew as a JPEG, and in small, whichever colour it has', async () => {
  expect(new Set(pictures.map(nameOf)).size).toBe(64)
  for (const picture of pictures) {
    const name = nameOf(picture)
    const file = await draw(picture)
    expect(await nameIn(file)).toBe(name)
    expect(await nameIn(await sharp(file).jpeg({ quality: 60 }).toBuffer())).toBe(name)
    const small = await nameIn(await sharp(file).resize({ width: 96 }).jpeg({ quality: 60 }).toBuffer())
    expect(widthOnly(String(small))).toBe(nameAt(name, 96))
  }
})

it('is none that it was only half drawn as, and none at all without all of its bytes', async () => {
  const picture: Picture = { width: 300, height: 200, colour: [0, 3, 1] }
  const jpeg = await sharp(await draw(picture))
    .jpeg()
    .toBuffer()
  expect(await nameIn(jpeg.subarray(0, jpeg.length / 2))).toBeNull()
  expect(await nameIn(Buffer.from('%PDF-1.7'))).toBeNull()
  const black = { create: { width: 300, height: 100, channels: 3, background: 'black' } } as const
  const half = await sharp(await draw(picture))
    .composite([{ input: black, gravity: 'south' }])
    .png()
    .toBuffer()
  expect(await nameIn(half)).toMatch(/^300x200 #/)
  expect(await nameIn(half)).not.toBe(nameOf(picture))
})
