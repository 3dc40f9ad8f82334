import { expect } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { heading, MADE, test, untilHeaded } from './pages/renter.ts'
import { renterWhoWaits, requestWithLink } from './pages/requests.ts'
import { harbour, licencePicture } from './pages/world.ts'

/** A renter's own page when not everything goes well. */

test('a server in trouble is not taken for a network that is missing, and is asked again by itself', async ({
  page,
  renter,
  request,
}) => {
  const { link } = await requestWithLink(page, request)
  await renter.route('**/api/my-booking', (route) => route.fulfill({ status: 500, body: 'Oops' }))
  await renter.clock.install()
  await renter.goto(link)
  await expect(heading(renter)).toHaveText('Your booking could not be loaded')
  await expect(renter.getByText('Something is wrong on our side. The page tries again by itself.')).toBeVisible()
  await expectNothingWrong(renter, 'a server in trouble')
  await renter.unroute('**/api/my-booking')
  await renter.clock.runFor(15_000)
  await expect(heading(renter)).toHaveText('Your request is being looked at')
})

test('a link that was just mailed and leads nowhere yet, as rows are behind, is asked about again by itself, and not for ever', async ({
  page,
  renter,
  request,
}) => {
  const { link } = await requestWithLink(page, request)
  let asked = 0
  const said = { type: 'about:blank', title: 'Not Found', detail: 'Not found', message: 'Not found' }
  await renter.route('**/api/my-booking', async (route) => {
    asked += 1
    await route.fulfill({ status: 404, json: { ...said, status: 404, code: 'not-found' } })
  })
  await renter.clock.install()
  await renter.goto(link)
  await expect(heading(renter)).toHaveText('This link is not valid')
  await expectNothingWrong(renter, 'a link that leads nowhere yet')
  const looksAgain = renter.getByText('this page looks again by itself')
  await expect(looksAgain).toBeVisible()
  // The page's clock goes on by itself as well: on a slow machine one more may be asked between two steps.
  await expect(async () => {
    await renter.clock.runFor(15_000)
    expect(asked).toBeGreaterThanOrEqual(8)
  }).toPass()
  for (let passed = 0; passed < 3; passed += 1) await renter.clock.runFor(15_000)
  expect(asked).toBe(8)
  await expect(looksAgain, 'nor is it said that it still is').toHaveCount(0)
  await renter.reload()
  await expect.poll(() => asked).toBe(9)
  await renter.unroute('**/api/my-booking')
  await renter.clock.runFor(15_000)
  await expect(heading(renter)).toHaveText('Your request is being looked at')
})

test('a page that shows what the phone has kept, as the server was in trouble, is brought up to date by itself', async ({
  page,
  renter,
  request,
}) => {
  const { staff, name, link } = await requestWithLink(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Reject', name)
  await expect(staff.booking(name)).toContainText('Rejected')
  await untilHeaded(renter, 'Your request was declined', async () => {
    await renter.goto(link)
  })
  await renter.route('**/api/my-booking', (route) => route.fulfill({ status: 503, body: 'Oops' }))
  await renter.clock.install()
  await renter.reload()
  await expect(renter.getByText(/^Not updated yet – as of/)).toBeVisible()
  await renter.unroute('**/api/my-booking')
  await renter.clock.runFor(15_000)
  await expect(renter.getByText(/^Not updated yet – as of/)).toHaveCount(0)
})

test('a second picture that is refused has not “arrived” any more: what is said is that it was refused', async ({
  page,
  renter,
  request,
}) => {
  const { link } = await requestWithLink(page, request)
  let licence: object = { status: 'refused', reason: 'Too dark' }
  await renter.route('**/api/my-booking', async (route) => {
    const answer = await route.fetch()
    const booking = await answer.json()
    await route.fulfill({ json: { ...booking, licence: { ...booking.licence, mayReplace: true, ...licence } } })
  })
  await renter.clock.install()
  await renter.goto(link)
  const section = renter.getByRole('region', { name: 'Driving licence' })
  await expect(section).toContainText('Your picture was refused: Too dark')
  licence = { status: 'pending', reason: null }
  await section.getByLabel('Send another picture').setInputFiles(await licencePicture(renter))
  const arrived = section.getByText('Your picture has arrived. It is looked at again.')
  await expect(arrived).toBeVisible(MADE)
  await expect(section).not.toContainText('Your picture was refused')
  licence = { status: 'refused', reason: 'Cut off' }
  await renter.clock.runFor(30_000)
  await expect(section).toContainText('Your picture was refused: Cut off')
  await expect(arrived).toHaveCount(0)
})

test('a refusal is told though the server is slow to say what is so instead, and a keyboard stays beside it', async ({
  page,
  renter,
  request,
}) => {
  await renterWhoWaits(page, request, renter)
  const said = 'It is too late to cancel here'
  await renter.route('**/api/my-booking/cancellation', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'Conflict', status: 409, code: 'too-late', detail: said, message: said },
    }),
  )
  const spoken = Promise.withResolvers<void>()
  let givenUp = 0
  renter.on('requestfailed', (asked) => {
    if (asked.url().endsWith('/api/my-booking')) givenUp += 1
  })
  await renter.route('**/api/my-booking', async (route) => {
    await spoken.promise
    const answer = await route.fetch()
    const booking = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...booking, cancellation: { ...booking.cancellation, may: 'no' } },
    })
  })
  await renter.getByRole('button', { name: 'Cancel my request' }).click()
  await renter.getByRole('button', { name: 'Yes, cancel it' }).click()
  const complaint = renter.getByRole('alert').filter({ hasText: said })
  await expect(complaint).toBeVisible()
  expect(givenUp, 'before the server is given up').toBe(0)
  spoken.resolve()
  await expect(renter.getByRole('button', { name: 'Yes, cancel it' })).toHaveCount(0)
  await expect(complaint).toBeVisible()
  await expect(renter.getByRole('heading', { name: 'Change of plans?' })).toBeFocused()
})
