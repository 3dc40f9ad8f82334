import { expect, test } from '@playwright/test'
import { PortalPage } from './pages/portal.ts'
import { toastOf } from './pages/toasts.ts'
import { dayIn, freeStay, harbour, licencePicture, someone, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)

test('each field that is wrong alone says its own sentence beside itself and has the focus', async ({
  page,
  request,
}) => {
  const renter = someone()
  const portal = new PortalPage(page)
  // A period that is wrong in one way is not to be wrong in another, too.
  await page.route('**/booked-dates', (route) => route.fulfill({ json: [] }))
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  const { pickup, dropoff } = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(pickup, dropoff)
  await portal.introduce(renter)
  await portal.uploadLicence(await licencePicture(page))
  await page.route('**/api/bookings', (route) => {
    throw new Error(`a form with something wrong in it was sent: ${route.request().postData()}`)
  })

  for (const [label, wrong, sentence] of [
    ['Vehicle', '', 'Please select a vehicle'],
    ['Pickup date', '', 'Pickup date is required'],
    ['Pickup date', dayIn(-3), 'Please choose today or a later day'],
    ['Drop-off date', '', 'Dropoff date is required'],
    ['Drop-off date', pickup, 'Drop-off date must be after pickup date.'],
    ['Full name', 'A', 'Name must be at least 2 characters'],
    ['Email', 'ada@', 'Invalid email address'],
    ['Phone', '0770090012', 'UK phone number must be exactly 11 digits'],
    ['Phone', '0770090012x', 'Phone number must contain only digits'],
    ['Address', 'Home', 'Please provide your address'],
    ['Notes (optional)', 'x'.repeat(2001), 'At most 2000 characters'],
  ] as const) {
    const field = portal.field(label)
    const right = await field.inputValue()
    if (label === 'Vehicle') await field.selectOption(wrong)
    else await field.fill(wrong)
    await portal.submit()
    await expect(portal.error(sentence), label).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence.replaceAll('.', '\\.')))
    if (label === 'Vehicle') await field.selectOption(right)
    else await field.fill(right)
    await expect(portal.error(sentence), 'it goes when the field is mended').toHaveCount(0)
  }
})

test('a press of the button is not lost to what is said of the date that it leaves, and what is wrong is in sight at once', async ({
  page,
  request,
}) => {
  await page.clock.install()
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  const { pickup } = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.uploadLicence(await licencePicture(page))
  await expect(toastOf(page), 'its time runs from when it is there').toBeVisible()
  await portal.field('Pickup date').fill(pickup)
  // While the clock stands, the date is typed to the end only when it is left.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await page.clock.runFor(5_000)
  await expect(toastOf(page), 'what was said of the licence is over').toHaveCount(0)
  const field = portal.field('Drop-off date')
  await field.fill(pickup)
  // Where toasts appear. A scroll to the field that was just filled may still be under way and move the button on.
  await expect(async () => {
    await portal.submitButton.evaluate((button) => button.scrollIntoView({ block: 'start', behavior: 'instant' }))
    await portal.submitButton.hover()
    expect((await portal.submitButton.boundingBox())?.y).toBeLessThan(10)
  }).toPass()
  await page.mouse.down()
  await expect(toastOf(page)).toHaveCount(0)
  await page.mouse.up()
  const place = await field.boundingBox()

  await expect(field).toBeFocused()
  await expect(toastOf(page)).toContainText('Invalid Date')
  expect(Math.abs((place?.y ?? 0) - 360), 'in the middle of 720 pixels').toBeLessThan(100)
})
