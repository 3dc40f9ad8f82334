import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { appManifest, markOf } from './app-manifest.ts'
import { drawIcon, type Logos } from './draw-icon.ts'

const brand = { slug: 'harbour-hire', name: 'Harbour Hire', colour: '#0f6fde' }
/** A bar of this colour on nothing, or on a ground. */
const logo = (colour: string, ground: string | undefined, width = 600, height = 200) =>
  sharp({
    create: { width, height, channels: 4, background: ground ?? { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([{ input: { create: { width: width - 4, height: height - 4, channels: 4, background: colour } } }])
    .png()
    .toBuffer()

let drawn = 0
async function icon(app: 'portal' | 'admin', purpose: 'any' | 'maskable', picture: Buffer | undefined) {
  drawn += 1
  const logos: Logos = async () => picture
  const mark = markOf(app, { ...brand, logoPath: `/objects/logos/${drawn}` })
  const { bytes } = await drawIcon(mark, 512, purpose, logos)
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({
    resolveWithObject: true,
  })
  const at = (x: number, y: number) =>
    `#${data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3).toString('hex')}`
  /** Pixels of this colour, as far as any of them is from the middle. */
  const reach = (colour: string) => {
    let far = 0
    for (let y = 0; y < info.height; y += 2)
      for (let x = 0; x < info.width; x += 2) if (at(x, y) === colour) far = Math.max(far, Math.hypot(x - 256, y - 256))
    return far
  }
  return { at, reach }
}

describe('an icon with a logo', () => {
  it('shows it in the middle, on paper; a light one on the colour, one with a ground of its own on that', async () => {
    const dark = await icon('portal', 'maskable', await logo('#b00020', undefined))
    expect([dark.at(256, 256), dark.at(10, 10)]).toEqual(['#b00020', '#faf8f4'])
    const light = await icon('portal', 'maskable', await logo('#ffffff', undefined))
    expect([light.at(256, 256), light.at(10, 10)]).toEqual(['#ffffff', '#0f6fde'])
    const grounded = await icon('portal', 'maskable', await logo('#ffffff', '#112233'))
    expect([grounded.at(256, 256), grounded.at(10, 10)]).toEqual(['#ffffff', '#112233'])
  })

  it.each([
    [600, 200],
    [200, 600],
    [400, 400],
    [20, 10],
  ])('that is maskable keeps a logo of %i × %i within the circle that every system leaves', async (width, height) => {
    const { reach } = await icon('portal', 'maskable', await logo('#b00020', undefined, width, height))
    expect(reach('#b00020')).toBeGreaterThan(130)
    expect(reach('#b00020')).toBeLessThanOrEqual(0.4 * 512)
  })

  it('of the desk is still a key tag: both apps of a business can be told apart', async () => {
    const { at } = await icon('admin', 'any', await logo('#b00020', undefined))
    expect([at(256, 300), at(40, 300), at(140, 400)]).toEqual(['#b00020', '#faf8f4', '#faf8f4'])
    const portal = await icon('portal', 'any', await logo('#b00020', undefined))
    expect(portal.at(256, 80)).not.toBe(at(256, 80))
  })

  it('has an address of its own, and that of an icon without one stays what it was', () => {
    const versions = [{}, { logoPath: null }, { logoPath: '/objects/logos/a' }, { logoPath: '/objects/logos/b' }].map(
      (more) => appManifest('portal', { ...brand, ...more }).icons[0]?.src.split('v=')[1],
    )
    expect(versions[0]).toBe(versions[1])
    expect(new Set(versions).size).toBe(3)
  })

  it('shows the initials where the logo is not there, and is not remembered where nobody could say', async () => {
    const without = await icon('portal', 'maskable', undefined)
    expect(without.at(10, 10)).toBe('#0f6fde')
    const mark = markOf('portal', { ...brand, logoPath: '/objects/logos/away' })
    const away = drawIcon(mark, 192, 'any', async () => {
      throw new Error('the storage does not answer')
    })
    await expect(away).rejects.toThrow('the storage does not answer')
    const initials = await drawIcon(mark, 192, 'any', async () => undefined)
    expect(initials.isStopgap).toBe(true)
    const there = await logo('#b00020', undefined)
    const shown = await drawIcon(mark, 192, 'any', async () => there)
    expect([shown.isStopgap, shown.bytes.equals(initials.bytes)]).toEqual([false, false])
  })
})
