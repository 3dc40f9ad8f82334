import { expect, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { newVehicle, VehiclePage } from './pages/fleet.ts'
import { MaintenancePage } from './pages/maintenance.ts'
import { PortalPage } from './pages/portal.ts'
import { deskWithContractToSign, newRequest } from './pages/requests.ts'
import { SettingsPage } from './pages/settings.ts'
import { drawSignature } from './pages/signing.ts'
import { dayIn, freeStay, harbour, licencePicture, phone, someone, withoutWorker } from './pages/world.ts'

/** What somebody fills in, or is told once, is taken away by nothing but a button that says so. */

test.use({ ...withoutWorker, viewport: { width: 1024, height: 768 }, hasTouch: true })

/** How often what has the focus loses it while something is done: whoever presses a key in that instant presses it in vain. */
async function focusLost(page: Page, doing: () => Promise<void>): Promise<number> {
  const lost = await page.evaluateHandle(() => {
    const seen = { times: 0 }
    document.addEventListener('focusout', () => (seen.times += 1))
    return seen
  })
  await doing()
  return await lost.evaluate(({ times }) => times)
}

/** A palm that rests beside the sheet, and the key that closes what is only read. */
async function slip(page: Page): Promise<void> {
  await page.touchscreen.tap(6, 300)
  await page.mouse.click(6, 300)
  await page.keyboard.press('Escape')
}

test('a palm beside the sheet, or Esc, takes no signature from whoever signs: “Not now” does', async ({
  page,
  request,
}) => {
  const { staff } = await deskWithContractToSign(page, request)
  const sign = staff.details.getByRole('button', { name: 'Sign here' })
  const dialog = page.getByRole('dialog', { name: 'Sign the contract' })

  await sign.click()
  await expect(dialog).toBeVisible()
  const lost = await focusLost(page, async () => {
    await page.touchscreen.tap(6, 300)
    await page.mouse.click(6, 300)
  })
  expect(lost, 'the keys stay with the dialog').toBe(0)
  await expect(dialog, 'the first stroke may be on its way').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog, 'nobody has filled anything in').toHaveCount(0)

  await sign.click()
  await drawSignature(page, dialog)
  await dialog.getByRole('checkbox', { name: /^I have read this rental agreement/ }).check()
  await slip(page)
  await expect(dialog.getByRole('img', { name: 'Field for the signature, signed' })).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /^I have read this rental agreement/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toHaveCount(0)
})

test('a tap beside the sheet, or Esc, takes nothing that was typed: a colleague, a reason, a date', async ({
  page,
  request,
}) => {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const { name } = await newRequest(page, request)
  await new SettingsPage(page).openAt(harbour.slug, harbour.staff, 'Staff')
  await page.getByRole('button', { name: 'Add somebody', exact: true }).click()
  const colleague = page.getByRole('dialog', { name: 'Add somebody', exact: true })
  await colleague.getByLabel('Email', { exact: true }).fill('robin@example.com')
  await slip(page)
  await expect(colleague.getByLabel('Email', { exact: true })).toHaveValue('robin@example.com')
  await colleague.getByRole('button', { name: 'Cancel', exact: true }).click()

  await staff.goTo('Customers')
  await page.getByRole('button', { name: `View ${name}`, exact: true }).click()
  await page.getByRole('button', { name: 'Refuse License', exact: true }).click()
  const refusal = page.getByRole('dialog', { name: 'Refuse License', exact: true })
  await refusal.getByLabel('Reason').fill('Too dark to read')
  await slip(page)
  await expect(refusal.getByLabel('Reason')).toHaveValue('Too dark to read')
  await refusal.getByRole('button', { name: 'Back', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog'), 'what is only read is closed').toHaveCount(0)

  const vehicle = await newVehicle(page)
  await staff.goTo('Fleet')
  const maintenance = new MaintenancePage(page, vehicle.name)
  await maintenance.open()
  const due = maintenance.dialog.getByLabel('MOT ends on', { exact: true })
  await due.fill(dayIn(30))
  await slip(page)
  await expect(due).toHaveValue(dayIn(30))
  const save = maintenance.dialog.getByRole('button', { name: 'Save due dates', exact: true })
  await save.click()
  await expect(save, 'it is on the device').toBeDisabled()
  await page.touchscreen.tap(6, 300)
  await expect(maintenance.dialog, 'a form').toBeVisible()
  await page.keyboard.press('Escape')
  await expect(maintenance.dialog, 'nothing in it is lost').toHaveCount(0)
})

test('a tap beside the sheet, or Esc, does not give up a vehicle’s picture that is on its way', async ({ page }) => {
  const staff = new DeskPage(page)
  await staff.signInTo(harbour.slug, harbour.staff)
  const { name } = await newVehicle(page)
  await staff.goTo('Fleet')
  const form = new VehiclePage(page)
  await form.edit(name)
  const arrives = Promise.withResolvers<void>()
  await page.route('**/api/objects/upload', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await form.dialog.locator('input[type=file]').setInputFiles(await licencePicture(page))
  await expect(form.dialog.getByRole('progressbar')).toBeVisible()
  await slip(page)
  await expect(form.dialog.getByRole('progressbar')).toBeVisible()
  arrives.resolve()
  await expect(form.dialog.getByRole('img', { name: 'The vehicle' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.dialog, 'what was typed is kept').toHaveCount(0)
})

test('whoever taps on for want of an answer does not close what tells them their reference', async ({
  page,
  request,
}) => {
  await page.setViewportSize(phone)
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  const { pickup, dropoff } = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(pickup, dropoff)
  await portal.introduce(someone())
  await portal.uploadLicence(await licencePicture(page))
  await portal.submit()
  await expect(portal.confirmation).toBeVisible()
  await page.touchscreen.tap(phone.width / 2, phone.height - 30)
  await page.touchscreen.tap(phone.width / 2, 20)
  await expect(portal.confirmation.getByText(/^#BR-\d+$/)).toBeVisible()
  await portal.confirmation.getByRole('button', { name: 'Done' }).click()
  await expect(portal.confirmation).toHaveCount(0)
})
