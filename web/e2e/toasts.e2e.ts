import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { PortalPage } from './pages/portal.ts'
import { deskWithRequest } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, desk, harbour, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)

test('one toast at a time, the newest; it goes by itself after 5 seconds', async ({ page }) => {
  await page.clock.install()
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  await portal.typeDates(dayIn(10), dayIn(10))
  await expect(toastOf(page)).toContainText('Invalid Date')
  // From here on the page's time stands still but for what is said: however busy the machine is, 5 seconds are 5,000 ms.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  // After a standstill it is shown for its whole time again.
  await page.clock.runFor(5_000)
  await expect(toastOf(page), 'and the first one has gone').toHaveCount(0)
  for (const day of [9, 8]) {
    await portal.typeDates(dayIn(10), dayIn(day))
    await expect(toastOf(page)).toHaveCount(1)
    await page.clock.runFor(day === 9 ? 3_000 : 4_999)
    await expect(toastOf(page)).toHaveCount(1)
  }
  await page.clock.runFor(1)
  await expect(toastOf(page)).toHaveCount(0)
})

for (const viewport of [desk, { width: 1024, height: 768 }]) {
  test(`a toast leaves the buttons of the head to be pressed, and those of the list, ${viewport.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const staff = new DeskPage(page)
    await staff.openSignIn(harbour.slug)
    await staff.signIn(harbour.staff)
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(toastOf(page)).toContainText('Logged in successfully')
    const [head, toast] = [await page.getByRole('banner').boundingBox(), await toastOf(page).boundingBox()]
    const [first] = await Promise.all(
      (await page.getByRole('banner').getByRole('button').all()).map((button) => button.boundingBox()),
    )
    expect((toast?.x ?? 0) + (toast?.width ?? 0), 'beside the first of the buttons').toBeLessThanOrEqual(first?.x ?? 0)
    expect((toast?.y ?? 0) + (toast?.height ?? 0), 'and hardly below the head').toBeLessThan(2 * (head?.height ?? 0))
  })
}

test('a swipe to the right over 50 px dismisses, a shorter one does not', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  await staff.signIn({ ...harbour.staff, password: 'wrong' })
  const toast = toastOf(page)
  await expect(toast).toBeVisible()
  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox()
    if (box === null) throw new Error('the toast is gone')
    await page.mouse.move(box.x + 20, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 + pixels, box.y + box.height / 2)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast).toBeVisible()
  await swipe(60)
  await expect(toast).toHaveCount(0)
})

test('what was done about a booking is not to be undone any more when something else is done about it', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.decide('Approve', customer)
  await expect(toastOf(page)).toContainText('Booking status updated successfully')
  await page.clock.install()
  // The page's time stands still but for what is said: nothing but the next step takes the toast away.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await staff.decide('Mark as Completed', customer)
  await expect(toastOf(page)).toContainText(`Completed: ${customer}`)
  await page.clock.runFor(2_000)
  await expect(toastOf(page)).toContainText(`Completed: ${customer}`)
  await staff.decide('Mark as Approved', customer)
  await expect(toastOf(page)).toHaveCount(0)
})
