import { Fleet, type NextDays } from '@forecourt/contracts/fleet.ts'
import { expect, type Page, test } from '@playwright/test'
import * as z from 'zod/mini'
import { expectNothingWrong } from './pages/axe.ts'
import { inIndexedDb } from './pages/device.ts'
import { letGo } from './pages/let-go.ts'
import { PortalPage } from './pages/portal.ts'
import { after, harbour, phone } from './pages/world.ts'

test.use({ viewport: phone })
test.afterEach(({ page, context }) => letGo(page, context))

/** Lets the fleet's first vehicles be booked like this; gives their names and the business's today. */
async function booked(page: Page, bookings: readonly ((today: string) => NextDays['booked'])[]) {
  const told: { names: string[]; today: string } = { names: [], today: '' }
  await page.route('**/api/cars?*', async (route) => {
    const answer = await route.fetch()
    const fleet = z.parse(Fleet, await answer.json())
    const changed = fleet.map((vehicle, place) => {
      const { from } = vehicle.nextDays
      told.today = from
      told.names[place] = vehicle.name
      const made = bookings[place]
      if (made === undefined) return vehicle
      return { ...vehicle, status: 'available', nextDays: { ...vehicle.nextDays, booked: made(from) } }
    })
    const last = changed.at(-1)
    if (last !== undefined) changed[changed.length - 1] = { ...last, status: 'maintenance' }
    await route.fulfill({ response: answer, json: changed })
  })
  return told
}

/** "24 Nov" */
const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(Date.parse(day))

test('each card says when its vehicle can be had in the next 14 days, with or without a network', async ({
  page,
  context,
}) => {
  const told = await booked(page, [
    () => [],
    (today) => [{ pickupDate: after(today, 3), dropoffDate: after(today, 4) }],
    (today) => [{ pickupDate: after(today, -2), dropoffDate: after(today, 30) }],
  ])
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const sentences = [
    'Free for the next 14 days',
    `Taken ${inWords(after(told.today, 3))}`,
    'Taken for the next 14 days',
  ]
  const expectSentences = async () => {
    for (const [place, sentence] of sentences.entries()) {
      await expect(portal.vehicle(told.names[place] ?? '').getByText(sentence, { exact: true })).toBeVisible()
    }
    const inRepair = portal.vehicle(told.names.at(-1) ?? '')
    await expect(inRepair.getByText('Not for hire at present', { exact: true })).toBeVisible()
  }
  await expectSentences()
  await expect(portal.vehicle(told.names[1] ?? '').locator('[data-taken]')).toHaveText([
    String(Number(after(told.today, 3).slice(8))),
  ])
  await expectNothingWrong(page, 'cards with their next days')

  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(async () => (await inIndexedDb(page)).join(' ')).toContain('nextDays')
  await page.unrouteAll()
  await context.setOffline(true)
  await page.reload()
  await expectSentences()
})

const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth

test('the strip of days stays in its card on a screen of 320 pixels, with text of twice the size, too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await expect(page.locator('article [aria-hidden] > div > span').first()).toBeVisible()
  const tooWide = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('article [aria-hidden] > div > span')].filter((day) => {
          const [inner, outer] = [day.getBoundingClientRect(), day.closest('article')?.getBoundingClientRect()]
          return outer === undefined || inner.right > outer.right || day.scrollWidth > day.clientWidth
        }).length,
    )
  expect(await tooWide()).toBe(0)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect.poll(() => page.evaluate(isTooWide), 'no card is wider than the screen').toBe(false)
  expect(await tooWide()).toBe(0)
})
