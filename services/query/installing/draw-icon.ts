import { createHash } from 'node:crypto'
import type { IconPurpose, IconSize } from '@forecourt/contracts/manifest.ts'
import { readableOn } from '@forecourt/kit/readable-on.ts'
import { LRUCache } from 'lru-cache'
import type { App } from './app-manifest.ts'
import { CAP_HEIGHT, GLYPHS } from './glyphs.ts'
import { type Box, placeLogo } from './logo.ts'

/** What an icon shows: the same for all sizes. */
export interface Mark {
  readonly app: App
  /** See `initialsOf`. */
  readonly initials: string
  /** `#rrggbb` */
  readonly colour: string
  /** Path of the business's logo, which is drawn in place of its initials. */
  readonly logoPath?: string | null
}

/** Raise it when icons are drawn otherwise: whoever has kept one is to ask for the new one. */
const DRAWING = 1

const PAPER = '#faf8f4'
const INK = '#1b1a17'
/** A system that cuts the icon itself leaves a circle of four fifths at least. */
const MASKABLE_SCALE = 0.86
/** Side of the drawing, whatever the size that it is wanted in. */
const SIDE = 512

/** Names what an icon shows, so that its address can be kept for good. Ten hexadecimal digits. */
export function versionOf({ app, initials, colour, logoPath }: Mark): string {
  const shown = [DRAWING, app, initials, colour, ...(logoPath ? [logoPath] : [])]
  return createHash('sha256').update(shown.join(' ')).digest('hex').slice(0, 10)
}

const drawn = new LRUCache<string, Promise<Icon>>({ max: 500 })

/** The stored picture of a logo; undefined when there is none. */
export type Logos = (logoPath: string) => Promise<Buffer | undefined>

export interface Icon {
  /** The PNG file. */
  readonly bytes: Buffer
  /** The initials stand for a logo that was not there: it may be there again. */
  readonly isStopgap: boolean
}

/**
 * Draws an icon. What was drawn is remembered, unless it lacks a logo: else it depends on nothing but what is given.
 * @param logos where logos are; without it, and where a logo is not there, the initials are drawn
 */
export function drawIcon(mark: Mark, size: IconSize, purpose: IconPurpose, logos?: Logos): Promise<Icon> {
  const name = `${versionOf(mark)} ${size} ${purpose}`
  const known = drawn.get(name)
  if (known !== undefined) return known
  const icon = draw(mark, size, purpose, logos)
  drawn.set(name, icon)
  const forget = () => drawn.delete(name)
  icon.then(({ isStopgap }) => isStopgap && forget(), forget)
  return icon
}

async function draw(mark: Mark, size: IconSize, purpose: IconPurpose, logos?: Logos): Promise<Icon> {
  // Loaded with the first icon: a process that draws none has no need of it.
  const { default: sharp } = await import('sharp')
  const toPng = (picture: ReturnType<typeof sharp>) => picture.png({ compressionLevel: 9 }).toBuffer()
  const logo = mark.logoPath ? await logos?.(mark.logoPath) : undefined
  if (logo === undefined) {
    const bytes = await toPng(sharp(Buffer.from(svgOf(mark, purpose))).resize(size, size))
    return { bytes, isStopgap: Boolean(mark.logoPath) && logos !== undefined }
  }
  const { ground, picture, left, top } = await placeLogo(sharp, logo, boxOf(mark.app, purpose), {
    paper: PAPER,
    colour: mark.colour,
  })
  const drawing = sharp(Buffer.from(svgOf(mark, purpose, ground))).composite([{ input: picture, left, top }])
  // Composed at the drawing's own size, and only then made smaller.
  return { bytes: await toPng(sharp(await drawing.png().toBuffer()).resize(size, size)), isStopgap: false }
}

/** Where a logo has its place: on the whole of the portal's icon, on the tag of the desk's. */
function boxOf(app: App, purpose: IconPurpose): Box {
  const shrunk = purpose === 'maskable' ? MASKABLE_SCALE : 1
  if (app === 'admin') {
    return { side: SIDE, width: 232 * shrunk, height: 190 * shrunk, middle: SIDE / 2 + 44 * shrunk }
  }
  const whole = { side: SIDE, width: 400, height: 400, middle: SIDE / 2 }
  return purpose === 'maskable' ? { ...whole, circle: 0.78 * SIDE } : whole
}

/** Nothing of it is markup from outside: letters are outlines of our own, and a colour has six digits. */
function svgOf({ app, initials, colour }: Mark, purpose: IconPurpose, logoGround?: string): string {
  const ground = app === 'portal' ? (logoGround ?? colour) : PAPER
  const corner = purpose === 'maskable' ? 0 : 112
  const scale = purpose === 'maskable' ? MASKABLE_SCALE : 1
  const shown = logoGround === undefined ? initials : undefined
  const inside = app === 'portal' ? initialsIn(shown, colour, 256, 360, 210) : keyTag(shown, logoGround ?? colour)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">
    <rect width="${SIDE}" height="${SIDE}" rx="${corner}" fill="${ground}"/>
    <g transform="translate(256 256) scale(${scale}) translate(-256 -256)">${inside}</g>
  </svg>`
}

/** The desk's: a paper tag on a key ring, in the business's colour. An edge keeps a pale one apart from the paper. */
function keyTag(initials: string | undefined, colour: string): string {
  return `<path d="M256 148 V64" stroke="${INK}" stroke-width="14" stroke-linecap="round"/>
    <rect x="116" y="100" width="280" height="324" rx="44" fill="${colour}" stroke="${INK}" stroke-opacity="0.3" stroke-width="4"/>
    <circle cx="256" cy="150" r="24" fill="${PAPER}" stroke="${INK}" stroke-opacity="0.3" stroke-width="4"/>
    <path d="M256 150 V64" stroke="${INK}" stroke-width="14" stroke-linecap="round"/>
    ${initialsIn(initials, colour, 296, 210, 132)}`
}

/** The initials; nothing where a logo stands in their place. */
function initialsIn(
  initials: string | undefined,
  colour: string,
  middle: number,
  width: number,
  height: number,
): string {
  return initials === undefined ? '' : letters(initials, readableOn(colour), middle, width, height)
}

/** Letters in the middle, as large as fits. @param middle of their height @param width and @param height at most */
function letters(initials: string, colour: string, middle: number, width: number, height: number): string {
  const glyphs = initials.split('').flatMap((letter) => (GLYPHS[letter] === undefined ? [] : [GLYPHS[letter]]))
  if (glyphs.length === 0) return line(colour, middle, width / 2, height / 5)
  const total = glyphs.reduce((sum, [advance]) => sum + advance, 0)
  const scale = Math.min(height / CAP_HEIGHT, width / total)
  let left = 0
  const outlines = glyphs.map(([advance, outline]) => {
    const placed = `<path transform="translate(${left})" d="${outline}"/>`
    left += advance
    return placed
  })
  const x = SIDE / 2 - (total * scale) / 2
  const y = middle + (CAP_HEIGHT * scale) / 2
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="${colour}">${outlines.join('')}</g>`
}

/** Where a name has no letter that can be drawn. */
function line(colour: string, middle: number, width: number, height: number): string {
  return `<rect x="${(SIDE - width) / 2}" y="${middle - height / 2}" width="${width}" height="${height}" rx="${height / 2}" fill="${colour}"/>`
}
