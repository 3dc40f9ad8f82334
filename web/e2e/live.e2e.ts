import { expect, test } from '@playwright/test'
import { newColleague } from './pages/accounts.ts'
import { DeskPage } from './pages/desk.ts'
import { PortalPage } from './pages/portal.ts'
import { newRequest, newRequests } from './pages/requests.ts'
import { freeStay, harbour, licencePicture, someone } from './pages/world.ts'

/** What one person does appears to the other within this time, in milliseconds; tests under load get more. */
const PATIENCE = { timeout: 60_000 }

const notesOf = (desk: DeskPage) => desk.details.getByLabel('Admin Notes')

test('a second tablet sees a request and its approval without being touched', async ({ page, browser, request }) => {
  const contexts = await Promise.all([browser.newContext(), browser.newContext()])
  const [first, second] = await Promise.all(
    contexts.map(async (context) => {
      const desk = new DeskPage(await context.newPage())
      const stream = desk.page.waitForResponse(/\/api\/admin\/live$/)
      await desk.signInTo(harbour.slug, harbour.staff)
      expect((await stream).status()).toBe(200)
      return desk
    }),
  )
  if (first === undefined || second === undefined) throw new Error('there are two desks')

  const renter = someone()
  const portal = new PortalPage(page)
  await portal.open(harbour.slug)
  const [car = ''] = await portal.vehicles()
  const stay = await freeStay(request, car)
  await portal.chooseVehicle(car)
  await portal.typeDates(stay.pickup, stay.dropoff)
  await portal.introduce(renter)
  await portal.uploadLicence(await licencePicture(page))
  await portal.submit()
  await portal.reference()

  await expect(first.page.getByRole('button', { name: /^\d+ new requests?$/ })).toBeVisible(PATIENCE)
  await expect(first.booking(renter.name), 'what is read does not move').toHaveCount(0)
  await Promise.all([first.showNew(), second.showNew()])
  await expect(first.booking(renter.name)).toBeVisible(PATIENCE)
  await expect(second.booking(renter.name)).toBeVisible(PATIENCE)
  await first.decide('Approve', renter.name)
  const began = Date.now()
  await expect(second.booking(renter.name).getByText('Approved', { exact: true })).toBeVisible(PATIENCE)
  console.log(`live: the second tablet showed the approval ${Date.now() - began} ms after the tap on the first`)
  await Promise.all(contexts.map((context) => context.close()))
})

test('two members of one business: what each decides the other sees, and neither loses what they are typing', async ({
  page,
  browser,
  request,
}) => {
  const owner = new DeskPage(page)
  await owner.openSignIn(harbour.slug)
  const [first, second] = await newRequests(page, request, 2)
  if (first === undefined || second === undefined) throw new Error('there are two requests')
  await owner.signInTo(harbour.slug, harbour.staff)
  const colleague = new DeskPage(await browser.newPage())
  await colleague.signInTo(harbour.slug, await newColleague(page, request))
  await owner.openDetails(first.name)
  await notesOf(owner).fill('The owner is typing')
  await colleague.openDetails(second.name)
  await notesOf(colleague).fill('A colleague is typing')

  await colleague.decide('Approve', first.name)
  await expect(owner.booking(first.name).getByText('Approved', { exact: true })).toBeVisible(PATIENCE)
  await owner.decide('Reject', second.name)
  await expect(colleague.booking(second.name).getByText('Rejected', { exact: true })).toBeVisible(PATIENCE)
  await expect(notesOf(owner)).toHaveValue('The owner is typing')
  await expect(notesOf(colleague)).toHaveValue('A colleague is typing')
  await colleague.page.close()
})

test('a tablet that was without a network catches up when it is back', async ({ page, browser, context, request }) => {
  const away = new DeskPage(page)
  await away.openSignIn(harbour.slug)
  const { name: customer } = await newRequest(page, request)
  await away.signInTo(harbour.slug, harbour.staff)
  await expect(away.booking(customer)).toBeVisible()
  await context.setOffline(true)

  const other = await browser.newContext()
  const desk = new DeskPage(await other.newPage())
  await desk.signInTo(harbour.slug, harbour.staff)
  await desk.decide('Reject', customer)
  await expect(desk.booking(customer).first()).toContainText('Rejected')
  await other.close()

  await expect(away.booking(customer).first()).not.toContainText('Rejected')
  await context.setOffline(false)
  await expect(away.booking(customer).first()).toContainText('Rejected', PATIENCE)
})
