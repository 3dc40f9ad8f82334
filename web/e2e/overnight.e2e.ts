import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { letGo } from './pages/let-go.ts'
import { desk, harbour, withoutWorker } from './pages/world.ts'

test.use({ ...withoutWorker, viewport: desk })
test.afterEach(({ page, context }) => letGo(page, context))

test('a month that is left open over night marks the next day in the morning', async ({ page }) => {
  await page.clock.install()
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.goto(`/${harbour.slug}/admin?tab=bookings&view=calendar`)
  const today = page.locator('td[data-today]')
  await expect(today).toHaveCount(1)
  const before = await today.evaluate((cell) => (cell instanceof HTMLTableCellElement ? cell.cellIndex : -1))
  await page.clock.fastForward('24:00:00')
  await expect
    .poll(() => today.evaluate((cell) => (cell instanceof HTMLTableCellElement ? cell.cellIndex : -1)))
    .toBe((before + 1) % 7)
})
