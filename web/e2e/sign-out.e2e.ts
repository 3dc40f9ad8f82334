import { expect, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { DeskPage } from './pages/desk.ts'
import { inCacheStorage, inIndexedDb } from './pages/device.ts'
import { PortalPage } from './pages/portal.ts'
import { deskWithRequest } from './pages/requests.ts'
import { toastOf } from './pages/toasts.ts'
import { harbour, licencePicture } from './pages/world.ts'

/** Signing out: nothing of the business stays on the device, and the server hears of it. */

test('signing out leaves nothing of the business on the device, even without a network', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.untilKept()
  await context.setOffline(true)
  await staff.decide('Reject', customer)
  await expect(staff.status).toHaveText(/1 change to send$/)
  await staff.logout()
  const question = page.getByRole('alertdialog', { name: 'Changes not sent yet' })
  await expect(question).toContainText('One change has not reached the server. Logging out drops it.')
  await question.getByRole('button', { name: 'Log out and drop' }).click()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  const found = await inIndexedDb(page)
  expect(found.filter((entry) => /adm:|forecourt-outbox|member/.test(entry) || entry.includes(customer))).toEqual([])
  expect((await inCacheStorage(page)).filter((url) => /\/api\/|\/objects\/licences\//.test(url))).toEqual([])

  await context.setOffline(false)
  await page.goto(`/${harbour.slug}/admin`)
  await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  await staff.signInTo(harbour.slug, harbour.staff)
  await expect(staff.booking(customer).first(), 'what was dropped was not done').toContainText('Awaiting decision')
})

test('logging out asks before it drops a note that is half typed, wherever on the device it was left', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  const notes = staff.details.getByLabel('Admin Notes')
  await staff.openDetails(customer)
  await notes.fill('Rang twice, nobody')
  await page.keyboard.press('Escape')
  await staff.logout()
  const question = page.getByRole('alertdialog', { name: 'Not saved yet' })
  await expect(question).toContainText('What you have typed into Admin Notes is not saved. Logging out drops it.')
  await expectNothingWrong(page, 'the question about what was typed')
  await question.getByRole('button', { name: 'Stay' }).click()
  await staff.openDetails(customer)
  await expect(notes, 'who stays has it').toHaveValue('Rang twice, nobody')

  // Another tab.
  await page.keyboard.press('Escape')
  const second = await context.newPage()
  await second.goto(`/${harbour.slug}/admin?tab=manual-booking`)
  await new PortalPage(second).field('Full name').fill('Ada Walker')
  await page.bringToFront()
  expect(await staff.logoutAndDrop()).toBe(
    'What you have typed into Admin Notes and Manual Booking is not saved. Logging out drops it.',
  )
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
})

test('logging out asks before it drops what is typed into a form that keeps nothing', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.goto(`/${harbour.slug}/admin?tab=account`)
  await page.getByLabel('Current password').fill('half of it')
  expect(await staff.logoutAndDrop()).toBe(
    'What you have typed into the form that is open is not saved. Logging out drops it.',
  )
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
})

test('signing out everywhere says what it drops of what was typed', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Manual Booking')
  await new PortalPage(page).field('Full name').fill('Ada Walker')
  await page.goto(`/${harbour.slug}/admin?tab=account`)
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Sign out everywhere?' })
  await expect(question).toContainText('What you have typed into Manual Booking is not saved.')
  await question.getByRole('button', { name: 'Stay' }).click()
  await staff.goTo('Manual Booking')
  await expect(new PortalPage(page).field('Full name')).toHaveValue('Ada Walker')
})

test('a signed paper that is still being uploaded when its member logs out and drops it is given up, and is nobody’s contract', async ({
  page,
  request,
}) => {
  const { staff, customer } = await deskWithRequest(page, request)
  await staff.decide('Approve', customer)
  await staff.openDetails(customer)
  const field = staff.details.getByLabel('Upload a signed paper', { exact: true })
  await expect(field).toBeAttached()
  const sent: string[] = []
  page.on('request', (call) => sent.push(`${call.method()} ${new URL(call.url()).pathname}`))
  // On bad Wi-Fi.
  const released = Promise.withResolvers<void>()
  await page.route(/\/incoming\//, async (route) => {
    await released.promise
    await route.continue().catch(() => undefined)
  })
  await field.setInputFiles(await licencePicture(page))
  await expect.poll(() => sent.filter((call) => /^PUT .*\/incoming\//.test(call))).toHaveLength(1)
  const givenUp = page.waitForEvent('requestfailed', (call) => call.url().includes('/incoming/'))
  await page.keyboard.press('Escape')
  await staff.logout()
  await page
    .getByRole('alertdialog', { name: 'Changes not sent yet' })
    .getByRole('button', { name: 'Log out and drop' })
    .click()
  await givenUp
  released.resolve()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.openDetails(customer)
  await expect(field).toBeAttached()
  await expect(staff.details.getByText('Signed on paper')).toHaveCount(0)
  expect(sent.filter((call) => call.includes('contract-upload') || /^PUT .*\/contract$/.test(call))).toEqual([])

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await field.setInputFiles(await licencePicture(page))
  await expect(toastOf(page)).toContainText('Contract uploaded')
})

for (const there of ['the portal', 'the landing page', 'the sign-in page'] as const) {
  test(`signing out without a network ends the session as soon as there is one again, on ${there}`, async ({
    page,
    context,
  }) => {
    const staff = new DeskPage(page)
    const isSignedIn = async () => (await context.request.get('/api/auth/user')).status() === 200
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.untilKept()
    await context.setOffline(true)
    await staff.logout()
    await expect(page).toHaveURL(`/${harbour.slug}/portal`)
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
    await expect(page.getByText('Business Not Found')).toHaveCount(0)
    expect(await isSignedIn(), 'the server has not heard of it').toBe(true)

    // A page that starts with a network, or one that is open when it comes back.
    if (there !== 'the portal') await page.goto('about:blank')
    await context.setOffline(false)
    if (there === 'the landing page') await page.goto('/')
    if (there === 'the sign-in page') await page.goto(`/${harbour.slug}/admin/login`)
    await expect.poll(isSignedIn, { timeout: 40_000 }).toBe(false)
    await staff.signInTo(harbour.slug, harbour.staff)
    expect(await isSignedIn(), 'who signs in afterwards stays so').toBe(true)
  })
}

test('signing out tells the other tabs before anything is deleted: none writes down afterwards what is to be gone', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.untilKept()
  await page.evaluate(() => {
    const steps: string[] = []
    Reflect.set(window, 'steps', steps)
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the store that it is asked of
    const { delete: remove } = IDBObjectStore.prototype
    IDBObjectStore.prototype.delete = function removeAndNote(key) {
      steps.push('deleted')
      return remove.call(this, key)
    }
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the channel that it is asked of
    const { postMessage } = BroadcastChannel.prototype
    BroadcastChannel.prototype.postMessage = function tellAndNote(word) {
      if (word === 'signed out') steps.push('told')
      postMessage.call(this, word)
    }
  })
  await staff.logout()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`)
  const steps = await page.evaluate(() => Reflect.get(window, 'steps'))
  expect(steps).toContain('deleted')
  expect(steps[0]).toBe('told')
})

test('signing out over a network that hangs shows the portal soon: the server is told of it later', async ({
  page,
}) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  await page.route('**/api/auth/logout', () => {})
  await staff.logout()
  await expect(page).toHaveURL(`/${harbour.slug}/portal`, { timeout: 12_000 })
  expect((await inIndexedDb(page)).some((entry) => entry.includes('"signed-out" true'))).toBe(true)
})
