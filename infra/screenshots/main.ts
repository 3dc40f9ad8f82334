import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from '../verify/project.ts'
import { HARBOUR, PAINTED, type Painted } from './businesses.ts'
import { stateCalled } from './gallery/states.ts'
import { openPhotographer, type Photographer, type Size } from './photographer.ts'
import { withProduct } from './product.ts'

/**
 * `npm run screenshots -- [previews] [docs]`: takes the pictures of this product that the landing page (previews)
 * and the README (docs) show, of a fresh run with the demo's data, or of the one at `FORECOURT_URL`. Without an argument:
 * the previews.
 */

/** A picture of a state of the gallery. */
interface Shot {
  readonly name: string
  readonly state: string
  readonly size: Size
  readonly of: Painted
}

const PREVIEW_FOLDER = join(ROOT, 'web/src/features/landing/pictures')
const DOCS_FOLDER = join(ROOT, 'docs/screens')
/** Every picture has two pixels for one of CSS. */
const SCALE = 2

const phone = { width: 390, height: 844 }
const tablet = { width: 1024, height: 768 }
const upright = { width: 768, height: 1024 }
const wide = { width: 1440, height: 900 }
/** The specification's section 2: previews are 16:9, 1280 × 720. */
const preview = { width: 1280, height: 720 }

const [yellow = HARBOUR, , navy = HARBOUR] = PAINTED

const PREVIEWS: readonly Shot[] = [
  { name: 'portal', state: 'portal', size: preview, of: HARBOUR },
  { name: 'dashboard', state: 'overview', size: preview, of: HARBOUR },
  { name: 'fleet', state: 'fleet', size: preview, of: HARBOUR },
]

const DOCUMENTATION: readonly Shot[] = [
  { name: 'landing', state: 'landing-refused', size: wide, of: HARBOUR },
  { name: 'portal', state: 'portal-fleet', size: wide, of: HARBOUR },
  { name: 'overview', state: 'overview', size: wide, of: HARBOUR },
  { name: 'bookings', state: 'bookings-details-pending', size: wide, of: navy },
  { name: 'calendar', state: 'bookings-calendar', size: tablet, of: yellow },
  { name: 'fleet-offline', state: 'desk-offline', size: upright, of: yellow },
  { name: 'dates-phone', state: 'form-dates', size: phone, of: yellow },
  { name: 'confirmation-phone', state: 'confirmation', size: phone, of: navy },
]

const shoot = async (photographer: Photographer, { state, size, of }: Shot) => {
  const [png] = await photographer.take(stateCalled(state), of, [size], SCALE)
  return sharp(png)
}

const wanted = new Set(process.argv.length > 2 ? process.argv.slice(2) : ['previews'])

await withProduct(async (product) => {
  const photographer = await openPhotographer(product)
  try {
    if (wanted.has('previews')) {
      mkdirSync(PREVIEW_FOLDER, { recursive: true })
      for (const shot of PREVIEWS) {
        const picture = await shoot(photographer, shot)
        const save = (ending: string, bytes: Buffer) =>
          writeFileSync(join(PREVIEW_FOLDER, `${shot.name}-${ending}`), bytes)
        for (const width of [640, 1280, 2560]) {
          save(`${width}.avif`, await picture.clone().resize({ width }).avif({ quality: 55, effort: 3 }).toBuffer())
        }
        save('1280.webp', await picture.clone().resize({ width: 1280 }).webp({ quality: 80 }).toBuffer())
      }
    }
    if (wanted.has('docs')) {
      mkdirSync(DOCS_FOLDER, { recursive: true })
      for (const shot of DOCUMENTATION) {
        const picture = await shoot(photographer, shot)
        writeFileSync(join(DOCS_FOLDER, `${shot.name}.webp`), await picture.webp({ quality: 80 }).toBuffer())
      }
    }
  } finally {
    await photographer.close()
  }
})
