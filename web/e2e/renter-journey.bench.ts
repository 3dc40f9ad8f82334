import { expect, type Locator, type Page, test } from '@playwright/test'
import { RUNS, record } from './bench/figures.ts'
import { type Network, PHONE, SLOW_4G, SLOWER, slowDown } from './bench/slow-device.ts'
import { largeLicence } from './pages/large-file.ts'
import { PortalPage } from './pages/portal.ts'
import { freeStay, harbour, someone } from './pages/world.ts'

/**
 * A benchmark (`npm run bench:web`): a renter books on a cheap phone with a slow network and a licence of 4 MB, as quick as
 * a person is: 0.8 s to find and tap something, 5 letters a second, 2 s in the phone's own pickers of dates and files.
 */

const TAP = 800
const LETTER = 200
const PICKER = 2_000
const LICENCE = 4_000_000

const networks: readonly (readonly [string, Network])[] = [
  ['1.6 Mbit/s both ways', { ...SLOW_4G, up: SLOW_4G.down }],
  ['0.75 Mbit/s up', SLOW_4G],
]

test.use(PHONE)

for (const [name, network] of networks) {
  test(`a booking, ${name}`, async ({ browser, request }) => {
    test.setTimeout(900_000)
    const totals: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext(PHONE)
      const page = await context.newPage()
      await slowDown(page, { cpu: SLOWER, network })
      const began = performance.now()
      await book(page, (car) => freeStay(request, car))
      totals.push(Number(((performance.now() - began) / 1_000).toFixed(1)))
      await context.close()
    }
    record({ screen: 'portal', what: `a whole booking, 4 MB licence, ${name}`, unit: 's', limit: 60 }, totals)
  })
}

/** From the first look at the portal to the reference of the request, in the form's own order. */
async function book(page: Page, stayOf: (car: string) => ReturnType<typeof freeStay>): Promise<void> {
  const portal = new PortalPage(page)
  const renter = { ...someone(), name: 'Ada Lovelace' }
  await page.goto(`/${harbour.slug}/portal`)
  await tap(page, page.getByRole('button', { name: /^Select / }).first())
  await expect(portal.form).toBeVisible()
  const [car = ''] = (await portal.field('Vehicle').locator('option:checked').allTextContents()).map((option) =>
    option.replace(/ – .*$/, ''),
  )
  const { pickup, dropoff } = await stayOf(car)
  for (const [field, day] of [
    ['Pickup date', pickup],
    ['Drop-off date', dropoff],
  ] as const) {
    await tap(page, portal.field(field), async () => {
      await page.waitForTimeout(PICKER)
      await portal.field(field).fill(day)
    })
  }
  for (const [field, text] of [
    ['Full name', renter.name],
    ['Email', renter.email],
    ['Phone', renter.phone],
    ['Address', renter.address],
  ] as const) {
    await tap(page, portal.field(field))
    await page.keyboard.type(text, { delay: LETTER })
  }
  await tap(page, portal.form.getByText("Upload driver's license", { exact: true }), async () => {
    await page.waitForTimeout(PICKER)
    await portal.form.locator('input[type=file]').setInputFiles(largeLicence(LICENCE))
  })
  await expect(portal.submitButton).toBeEnabled({ timeout: 120_000 })
  await tap(page, portal.submitButton)
  await portal.reference()
}

/** As a person does: looks for it, then taps. */
async function tap(page: Page, target: Locator, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
  await target.waitFor()
  await page.waitForTimeout(TAP)
  await target.tap()
  await meanwhile()
}
