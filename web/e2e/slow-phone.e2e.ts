import { expect, test } from '@playwright/test'
import { PHONE, SLOW_4G, SLOWER, slowDown } from './bench/slow-device.ts'
import { largeLicence } from './pages/large-file.ts'
import { PortalPage } from './pages/portal.ts'
import { freeStay, harbour, someone } from './pages/world.ts'

test.use(PHONE)

test('a renter with a cheap phone, a slow network and a licence of 4 MB books: it is made smaller before it is sent', async ({
  page,
  request,
}) => {
  const portal = new PortalPage(page)
  await slowDown(page, { cpu: SLOWER, network: { ...SLOW_4G, up: SLOW_4G.down } })
  await portal.open(harbour.slug)
  const car = (await portal.vehicles()).at(3) ?? ''
  const { pickup, dropoff } = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(pickup, dropoff)
  const sent = page.waitForRequest(
    (asked) => asked.method() === 'PUT' && !new URL(asked.url()).pathname.startsWith('/api/'),
  )
  await portal.form.locator('input[type=file]').setInputFiles(largeLicence(4_000_000))
  // The rest is filled in while the file travels.
  await expect(portal.form.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible()
  await portal.introduce(someone())
  await expect(portal.form.getByText('License uploaded', { exact: true })).toBeVisible({ timeout: 200_000 })
  // Even of noise less than half goes over the network; of a photograph it is far less.
  const headers = await (await sent).allHeaders()
  expect(headers['content-type']).toBe('image/jpeg')
  expect(Number(headers['content-length'])).toBeLessThan(2_000_000)
  await portal.submit()
  expect(await portal.reference()).toMatch(/^BR-\d+$/)
})
