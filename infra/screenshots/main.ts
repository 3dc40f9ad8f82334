import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { DEMO_TENANTS } from '../demo/tenants.ts'
import { ROOT } from '../verify/project.ts'
import { openCamera } from './camera.ts'
import { withProduct } from './product.ts'
import { DOCUMENTATION, PREVIEWS } from './shots.ts'

/**
 * `npm run screenshots -w infra [previews] [docs]`: takes the pictures of this product that the landing page (previews)
 * and the documentation (docs) show, of a fresh run with the demo's data, or of the one at `FORECOURT_URL`. Without an argument: the previews.
 */

const PREVIEW_FOLDER = join(ROOT, 'web/src/features/landing/pictures')
const DOCS_FOLDER = join(ROOT, 'docs/screens')

const wanted = new Set(process.argv.length > 2 ? process.argv.slice(2) : ['previews'])
const [tenant] = DEMO_TENANTS
if (tenant === undefined) throw new Error('there is a demo tenant')

await withProduct(async ({ origin }) => {
  const camera = await openCamera(origin, tenant)
  try {
    if (wanted.has('previews')) {
      mkdirSync(PREVIEW_FOLDER, { recursive: true })
      for (const shot of PREVIEWS) {
        const picture = sharp(await camera.take(shot))
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
        const picture = sharp(await camera.take(shot)).webp({ quality: 82 })
        writeFileSync(join(DOCS_FOLDER, `${shot.name}.webp`), await picture.toBuffer())
      }
    }
  } finally {
    await camera.close()
  }
})
