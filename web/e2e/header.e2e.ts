import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { deskWithRequest } from './pages/requests.ts'
import { harbour, phone, upright, desk as wide } from './pages/world.ts'

/** The dashboard's header with the one status line: it stays in its place, and nothing is lost beneath it. */

/** A tablet that lies on the desk. */
const tablet = { width: 1024, height: 768 }

for (const [name, viewport] of Object.entries({ phone, upright, tablet, wide })) {
  test(`the status line is in sight at the end of the list, too: ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    // Whatever is scrolled is where it goes at once.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // What says the time is as wide as its digits.
    await page.clock.setFixedTime(Date.now())
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await expect(staff.status).toHaveText(/^Up to date/)
    const before = await staff.status.boundingBox()
    const openers = page.getByRole('button', { name: /^View details of / })
    await openers.last().scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(viewport.height / 2)

    await expect(staff.status).toBeInViewport({ ratio: 1 })
    expect(await staff.status.boundingBox(), 'always in the same place').toEqual(before)
    // Nothing lies over it: a click arrives.
    await staff.status.click({ trial: true })
    await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
    const header = await page.getByRole('banner').boundingBox()
    const below = (header?.y ?? 0) + (header?.height ?? 0)
    expect(below, 'and leaves the screen to the list').toBeLessThan(viewport.height / 8)

    const scrolled = await page.evaluate(() => window.scrollY)
    await page.getByRole('button', { name: 'Menu', exact: true }).focus()
    expect(await page.evaluate(() => window.scrollY), 'going to the header scrolls nothing').toBe(scrolled)
    await openers.first().focus()
    await expect(openers.first()).toBeInViewport({ ratio: 1 })
    expect((await openers.first().boundingBox())?.y, 'what has the focus is not beneath it').toBeGreaterThanOrEqual(
      below,
    )
  })
}

test('on a telephone without a network the status has a line to itself, with what waits beside it', async ({
  page,
  context,
  request,
}) => {
  await page.setViewportSize(phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/^Offline – showing \d\d:\d\d · 1 change to send$/)
  const [line, name] = [await staff.status.boundingBox(), await page.getByText(harbour.name).first().boundingBox()]
  expect(line?.height ?? 0, 'one line').toBeLessThan(1.5 * (name?.height ?? 0))
  const header = await page.getByRole('banner').boundingBox()
  expect(header?.height ?? 0, 'and leaves the screen to the list').toBeLessThan(phone.height / 7)
  for (const button of ['Show', 'Menu', 'Logout'])
    await expect(page.getByRole('button', { name: button, exact: true })).toBeInViewport({ ratio: 1 })
  const opener = page.getByRole('button', { name: /^View details of / }).first()
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await page.getByRole('button', { name: 'Menu', exact: true }).focus()
  await opener.focus()
  await expect(opener).toBeInViewport({ ratio: 1 })
  expect((await opener.boundingBox())?.y, 'what has the focus is not beneath it').toBeGreaterThanOrEqual(
    (header?.y ?? 0) + (header?.height ?? 0),
  )
})

test('the details beside the list end with the screen, wherever the list is scrolled to', async ({ page }) => {
  await page.setViewportSize(wide)
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const pane = page.getByRole('region', { name: 'No booking chosen' })
  await expect(
    page.getByRole('button', { name: /^View details of / }).nth(9),
    'there is something to scroll',
  ).toBeVisible()
  const place = await pane.boundingBox()
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBe(wide.height)
  await page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }))
  expect(await pane.boundingBox()).toEqual(place)
})

test('what is printed has no header over it', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toHaveCSS('position', 'static')
})
