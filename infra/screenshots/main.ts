import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { DEMO_TENANTS } from '../demo/tenants.ts'
import { freePort } from '../embedded/ports.ts'
import { ROOT } from '../verify/project.ts'
import { openCamera } from './camera.ts'
import { DOCUMENTATION, PREVIEWS } from './shots.ts'

/**
 * `npm run screenshots -w infra [previews] [docs]`: takes the pictures of this product that the landing page (previews)
 * and the documentation (docs) show, of a fresh run with the demo's data, or of the one at `FORECOURT_URL`. Without an argument: the previews.
 */

const PREVIEW_FOLDER = join(ROOT, 'web/src/features/landing/pictures')
const DOCS_FOLDER = join(ROOT, 'docs/screens')

/** Starts the product with a data folder of its own, hands its origin on, and leaves nothing behind. */
async function withProduct(use: (origin: string) => Promise<void>): Promise<void> {
  if (process.env.FORECOURT_URL !== undefined) return await use(process.env.FORECOURT_URL)
  const data = mkdtempSync(join(tmpdir(), 'forecourt-screenshots-'))
  const port = await freePort()
  const product = spawn(process.execPath, [join(ROOT, 'infra/embedded/main.ts')], {
    env: { ...process.env, PORT: String(port), FORECOURT_DATA: data },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(product, 'close')
  try {
    const origin = `http://localhost:${port}`
    for (;;) {
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
      if (answer?.ok === true) break
      if (product.exitCode !== null) throw new Error('the product did not start')
      await wait(250)
    }
    await use(origin)
  } finally {
    product.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

const wanted = new Set(process.argv.length > 2 ? process.argv.slice(2) : ['previews'])
const [tenant] = DEMO_TENANTS
if (tenant === undefined) throw new Error('there is a demo tenant')

await withProduct(async (origin) => {
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
