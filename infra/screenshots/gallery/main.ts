import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drawLicence } from '../../demo/pictures.ts'
import { ROOT } from '../../verify/project.ts'
import { openBrowser, settled } from '../camera.ts'
import { withProduct } from '../product.ts'
import { BOOKINGS_STATES } from './bookings-states.ts'
import { PAINTED, type Painted } from './businesses.ts'
import { DESK_STATES } from './desk-states.ts'
import { PORTAL_STATES } from './portal-states.ts'
import { PUBLIC_STATES } from './public-states.ts'
import { contactSheet, type Print } from './sheet.ts'
import type { State } from './stage.ts'
import { TABS_STATES } from './tabs-states.ts'

/**
 * `npm run gallery -w infra [part of a name …]`: every screen in every state, at four sizes and in three brand colours, to be
 * looked at: single pictures and one contact sheet for each state, in `test-results/gallery`. Whatever is shown has come
 * about by the product's own commands.
 */

const FOLDER = join(ROOT, 'test-results/gallery')
const SIZES = {
  'phone-390': { width: 390, height: 844 },
  'tablet-768': { width: 768, height: 1024 },
  'tablet-1024': { width: 1024, height: 768 },
  'wide-1440': { width: 1440, height: 900 },
} as const
/** What a state may take to come about, in milliseconds. */
const PATIENCE = 12_000

const wanted = process.argv.slice(2)
const states: readonly State[] = [
  ...PUBLIC_STATES,
  ...PORTAL_STATES,
  ...DESK_STATES,
  ...BOOKINGS_STATES,
  ...TABS_STATES,
].filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.startsWith(part)))

await withProduct(async ({ origin, dataFolder }) => {
  const known = await fetch(`${origin}/api/business/${PAINTED[0]?.business.slug}`)
  if (!known.ok) await onboard(join(dataFolder, 'environment'))
  const browser = await openBrowser()
  const licence = await drawLicence(7)
  const open = { baseURL: origin, locale: 'en-GB', timezoneId: 'Europe/London', serviceWorkers: 'block' } as const
  const sessions = new Map<string, string>()

  /** The cookies of a member, for a context of their own each time: states leave nothing to each other. */
  async function sessionOf({ slug, staff: { email, password } }: Painted['business']) {
    const file = sessions.get(slug) ?? join(FOLDER, `${slug}.json`)
    if (!sessions.has(slug)) {
      const context = await browser.newContext({ ...open, extraHTTPHeaders: { origin } })
      const data = { email, password, businessSlug: slug }
      await context.request.post('/api/auth/login', { data, failOnStatusCode: true })
      await context.storageState({ path: file })
      await context.close()
      sessions.set(slug, file)
    }
    return { storageState: file }
  }

  /** A state in one colour, at all sizes. */
  async function take({ name, as, show, frame }: State, painted: Painted): Promise<Print[]> {
    const member = as === undefined ? {} : await sessionOf(as === 'staff' ? painted.business : painted.empty)
    const context = await browser.newContext({ ...open, ...member, viewport: SIZES['tablet-1024'] })
    const colleague = await browser.newContext({
      ...open,
      ...(await sessionOf(painted.business)),
      extraHTTPHeaders: { origin },
    })
    context.setDefaultTimeout(PATIENCE)
    const page = await context.newPage()
    const prints: Print[] = []
    try {
      await show({ ...painted, page, context, colleague: colleague.request, licence })
      for (const [size, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport)
        if (frame !== undefined) await frame(page)
        await settled(page, name.includes('loading'))
        prints.push({ size, colour: painted.colour, png: await page.screenshot({ animations: 'disabled' }) })
      }
      return prints
    } finally {
      await context.close()
      await colleague.close()
    }
  }

  const missed: string[] = []
  mkdirSync(FOLDER, { recursive: true })
  try {
    for (const state of states) {
      const prints: Print[] = []
      for (const painted of state.isPlain === true ? PAINTED.slice(0, 1) : PAINTED) {
        try {
          prints.push(...(await take(state, painted)))
        } catch (error) {
          missed.push(`${state.name} in ${painted.colour}: ${String(error).slice(0, 400)}`)
        }
      }
      for (const { size, colour, png } of prints) {
        mkdirSync(join(FOLDER, state.name), { recursive: true })
        writeFileSync(join(FOLDER, state.name, `${size}-${colour}.png`), png)
      }
      if (prints.length > 0) writeFileSync(join(FOLDER, `${state.name}.png`), await contactSheet(prints))
      console.log(`${state.name}: ${prints.length}`)
    }
  } finally {
    await browser.close()
    for (const file of sessions.values()) rmSync(file)
  }
  for (const sentence of missed) console.error(`✗ ${sentence}`)
  if (missed.length > 0) process.exitCode = 1
})

/** Onboards the gallery's businesses in the product whose environment is in the file. */
async function onboard(environmentFile: string): Promise<void> {
  const seed = fileURLToPath(new URL('seed.ts', import.meta.url))
  const child = spawn(process.execPath, [`--env-file=${environmentFile}`, seed], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: '0' },
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('the businesses of the gallery could not be onboarded')
}
