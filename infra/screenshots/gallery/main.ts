import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../verify/project.ts'
import { PAINTED } from '../businesses.ts'
import { openPhotographer, type Size } from '../photographer.ts'
import { withProduct } from '../product.ts'
import { contactSheet, type Print } from './sheet.ts'
import { STATES } from './states.ts'

/**
 * `npm run gallery -- [beginning of a name …]`: every screen in every state, at four sizes and in three brand colours,
 * to be looked at: single pictures and one contact sheet for each state, in `test-results/gallery`. What is shown has come
 * about by the product's own commands.
 */

const FOLDER = join(ROOT, 'test-results/gallery')
const SIZES: Readonly<Record<string, Size>> = {
  'phone-390': { width: 390, height: 844 },
  'tablet-768': { width: 768, height: 1024 },
  'tablet-1024': { width: 1024, height: 768 },
  'wide-1440': { width: 1440, height: 900 },
}

const wanted = process.argv.slice(2)
const states = STATES.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)))

await withProduct(async (product) => {
  const photographer = await openPhotographer(product)
  const missed: string[] = []
  try {
    for (const state of states) {
      const prints: Print[] = []
      for (const painted of state.isPlain === true ? PAINTED.slice(0, 1) : PAINTED) {
        try {
          const pictures = await photographer.take(state, painted, Object.values(SIZES))
          for (const [place, size] of Object.keys(SIZES).entries()) {
            const png = pictures[place]
            if (png !== undefined) prints.push({ size, colour: painted.colour, png })
          }
        } catch (error) {
          missed.push(`${state.name} in ${painted.colour}: ${String(error)}`)
        }
      }
      mkdirSync(join(FOLDER, state.name), { recursive: true })
      for (const { size, colour, png } of prints) writeFileSync(join(FOLDER, state.name, `${size}-${colour}.png`), png)
      if (prints.length > 0) writeFileSync(join(FOLDER, `${state.name}.png`), await contactSheet(prints))
      console.log(`${state.name}: ${prints.length}`)
    }
  } finally {
    await photographer.close()
  }
  for (const sentence of missed) console.error(`✗ ${sentence}`)
  if (missed.length > 0) process.exitCode = 1
})
