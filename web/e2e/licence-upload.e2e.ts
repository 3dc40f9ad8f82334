import { expect, test } from '@playwright/test'
import { PortalPage } from './pages/portal.ts'
import { harbour, licencePicture, phone, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)
test.use({ viewport: phone })

test('the page does not move on while a licence is uploaded: the button that is pressed next stays where it is', async ({
  page,
}) => {
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const licence = await licencePicture(page)
  // The upload stays under way.
  await page.route('**/api/license-upload*', () => {})
  // What is said of the upload would come to lie below the price bar.
  const choose = portal.form.getByText("Upload driver's license", { exact: true })
  await choose.evaluate((label) => {
    const below = window.innerHeight - label.getBoundingClientRect().bottom
    window.scrollBy({ top: 120 - below, behavior: 'instant' })
  })
  const before = await page.evaluate(() => window.scrollY)
  const places = page.evaluate(async () => {
    const seen: number[] = []
    const until = performance.now() + 1_500
    while (performance.now() < until) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      if (seen.at(-1) !== window.scrollY) seen.push(window.scrollY)
    }
    return seen
  })
  await portal.form.locator('input[type=file]').setInputFiles(licence)
  await expect(portal.form.getByText('Uploading licence.png')).toBeInViewport()
  const [first, ...then] = await places
  expect(first).toBe(before)
  expect(then, 'at once, and no further').toHaveLength(1)
})
