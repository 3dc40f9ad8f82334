import { expect } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { inCacheStorage, inIndexedDb } from './pages/device.ts'
import { heading, MADE, test, untilHeaded } from './pages/renter.ts'
import { renterWhoWaits, requestWithLink } from './pages/requests.ts'
import { drawSignature } from './pages/signing.ts'
import { desk, harbour, licencePicture, phone } from './pages/world.ts'

/** A renter's own page, for whoever has the link in the mail. */

test('approved → contract → the mail’s link on a phone → signed → the desk sees it; read again without a network', async ({
  page,
  renter,
  request,
}) => {
  test.setTimeout(600_000)
  const { staff, name, email, link: path } = await requestWithLink(page, request)

  const referers: string[] = []
  renter.context().on('request', (sent) => referers.push(sent.headers().referer ?? ''))
  const token = path.split('/').at(-1) ?? ''
  await renter.goto(path)
  await expect(heading(renter)).toHaveText('Your request is being looked at')
  await expect(renter).toHaveTitle('Your booking – Harbour Hire')
  await expect(renter.getByRole('button', { name: 'Cancel my request' })).toBeVisible()

  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Approve', name)
  await staff.openDetails(name)
  await expect(staff.details.getByText('To be signed', { exact: true })).toBeVisible(MADE)

  await renter.reload()
  await expect(heading(renter)).toHaveText('Your booking is confirmed')
  const contract = renter.getByRole('region', { name: 'Contract' })
  await expect(contract.getByText('It waits for your signature.')).toBeVisible(MADE)
  await expect(renter.getByRole('listitem').filter({ hasText: 'Your booking was confirmed' })).toBeVisible()
  const arrives = Promise.withResolvers<void>()
  await renter.route('**/api/my-booking/contract', async (route) => {
    await arrives.promise
    await route.continue()
  })
  const opening = renter.waitForEvent('popup')
  await contract.getByRole('button', { name: 'Read the contract' }).click()
  // By the tap itself: what opens by itself a slow network later is held back by browsers.
  const leaf = await opening
  await expect(leaf.getByText('Loading the contract…')).toBeVisible()
  arrives.resolve()
  const opened = contract.getByRole('link', { name: 'Open the contract' })
  await expect(opened).toHaveAttribute('href', /^blob:/, MADE)
  const saving = renter.waitForEvent('download')
  await contract.getByRole('button', { name: 'Save it' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^Contract BR-.*\.pdf$/)
  await contract.getByRole('button', { name: 'Sign the contract' }).click()
  await expect(contract.getByLabel('Full name of the person who signs')).toHaveValue(name)
  await drawSignature(renter, contract)
  for (const screen of [desk, phone]) {
    await renter.setViewportSize(screen)
    await expectNothingWrong(renter, `signing, ${screen.width} wide`)
  }
  await contract.getByRole('checkbox', { name: /^I have read this rental agreement/ }).check()
  await contract.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(contract.getByText(/^Signed on /)).toBeVisible()
  await expect(heading(renter)).toHaveText('All is ready')

  await expect(staff.details.getByText(/^Signed by the renter on their own page on /)).toBeVisible(MADE)
  await expect(staff.details.getByText('Signed copy')).toBeVisible(MADE)

  await renter.evaluate(() => navigator.serviceWorker.ready)
  await renter.context().setOffline(true)
  await renter.reload()
  await expect(heading(renter)).toHaveText('All is ready')
  await expect(renter.getByText(/^Offline – as of /)).toBeVisible()
  await expect(renter.getByText('Cancelling needs a connection.')).toBeVisible()
  await expect(contract.getByText('Reading it needs a connection.')).toBeVisible()
  await expectNothingWrong(renter, 'read without a network')
  const kept = [...(await inIndexedDb(renter)), ...(await inCacheStorage(renter))].join('\n')
  for (const secret of [token, name, email]) expect(kept, 'sealed under a hash').not.toContain(secret)
  expect(kept).not.toContain('/api/my-booking')
  expect(referers.join('\n')).not.toContain(token)
})

test('the sign-in page of a network does not make a link invalid: the booking stays on the phone', async ({
  page,
  renter,
  request,
}) => {
  await renterWhoWaits(page, request, renter)
  await renter.route('**/api/my-booking', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Sign in to the Wi-Fi</h1>' }),
  )
  await renter.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(renter.getByText(/^Not updated yet – as of /)).toBeVisible()
  await expect(heading(renter)).toHaveText('Your request is being looked at')
})

test('a renter asks to cancel and is answered; a new link takes the place of the old one, which shows nothing any more', async ({
  page,
  renter,
  request,
}) => {
  test.setTimeout(600_000)
  const { staff, name, email, inbox, link: first } = await requestWithLink(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Approve', name)
  await expect(staff.booking(name)).toContainText('Approved')

  await untilHeaded(renter, 'Your booking is confirmed', () => renter.goto(first))
  await renter.getByRole('button', { name: 'Ask to cancel' }).click()
  await expect(renter.getByText('Until then the booking stands.')).toBeFocused()
  await expectNothingWrong(renter, 'asked whether to cancel')
  await renter.getByRole('button', { name: 'Yes, ask them' }).click()
  await expect(heading(renter)).toHaveText('You have asked to cancel')

  await expect(staff.booking(name)).toContainText('Asks to cancel', MADE)
  await staff.goTo('Overview')
  const asked = page.getByRole('region', { name: 'Asked to cancel' })
  await expect(asked).toContainText(name)
  await asked.getByRole('link', { name: new RegExp(name) }).click()
  await expect(staff.details.getByText(`${name} asks to cancel.`)).toBeVisible()
  for (const screen of [phone, desk]) {
    await page.setViewportSize(screen)
    await expect(staff.details.getByText(`${name} asks to cancel.`)).toBeVisible()
    await expectNothingWrong(page, `a renter asks to cancel, ${screen.width} wide`)
  }
  await staff.details.getByRole('button', { name: 'Keep the booking' }).click()
  await expect(staff.details.getByText(`${name} asks to cancel.`)).toHaveCount(0)

  await expect(async () => {
    await renter.reload()
    await expect(renter.getByRole('listitem').filter({ hasText: 'The booking was kept' })).toBeVisible({
      timeout: 5_000,
    })
  }).toPass(MADE)
  const before = (await inbox.messages(email)).length
  await staff.details.getByRole('button', { name: 'Send the booking’s link again' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send a new link' }).click()
  await untilHeaded(renter, 'This link is not valid', () => renter.reload())
  await expectNothingWrong(renter, 'a link that is not valid')
  expect((await inIndexedDb(renter)).filter((entry) => entry.startsWith('forecourt-renter'))).toEqual([])
  await expect.poll(async () => (await inbox.messages(email)).length, MADE).toBeGreaterThan(before)
  let second = ''
  await expect
    .poll(async () => {
      second = await inbox.bookingPage(email)
      return second === first
    }, MADE)
    .toBe(false)
  await renter.goto(second)
  await expect(heading(renter)).toHaveText('Your booking is confirmed')
})

test('a renter whose licence was refused reads why, sends another picture from their page, and it is looked at anew', async ({
  page,
  renter,
  request,
}) => {
  test.setTimeout(600_000)
  const { staff, name, link: path } = await requestWithLink(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.goTo('Customers')
  await page.getByRole('button', { name: `View ${name}`, exact: true }).click()
  await page.getByRole('button', { name: 'Refuse License', exact: true }).click()
  const asked = page.getByRole('dialog', { name: 'Refuse License', exact: true })
  await asked.getByLabel('Reason').fill('The picture is too dark to read.')
  await asked.getByRole('button', { name: 'Refuse License', exact: true }).click()

  await untilHeaded(renter, 'Your licence is needed again', () => renter.goto(path))
  const licence = renter.getByRole('region', { name: 'Driving licence' })
  await expect(licence).toContainText('The picture is too dark to read.')
  await expectNothingWrong(renter, 'a licence that was refused')
  const file = licence.getByLabel('Send another picture')
  await file.setInputFiles({ name: 'licence.txt', mimeType: 'text/plain', buffer: Buffer.from('Ada') })
  await expect(licence.getByRole('alert')).toHaveText('Please choose a PNG, JPG or PDF file')
  await expectNothingWrong(renter, 'a file that is no licence')
  await file.setInputFiles(await licencePicture(renter))
  await expect(licence.getByText('Your picture has arrived. It is looked at again.')).toBeVisible(MADE)
  await expect(heading(renter)).toHaveText('Your request is being looked at', MADE)
  await expect(
    renter.getByRole('listitem').filter({ hasText: 'You sent another picture of your licence' }),
  ).toBeVisible()

  // The button is where the screen ends, and the question takes more room than it.
  const cancel = renter.getByRole('button', { name: 'Cancel my request' })
  await cancel.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }))
  await cancel.click()
  await expect(renter.getByText('Your request is cancelled at once')).toBeFocused()
  await expect(renter.getByRole('button', { name: 'Yes, cancel it' }), 'the answers are in sight').toBeInViewport({
    ratio: 1,
  })
  await renter.getByRole('button', { name: 'Yes, cancel it' }).click()
  await expect(heading(renter)).toHaveText('This booking is cancelled')
  await expect(renter.getByRole('button', { name: 'Remove from calendar' })).toBeVisible()
  await expect(renter.getByRole('button', { name: 'Cancel my request' })).toHaveCount(0)
})

test('on a network that is slower than the page asks again, the contract that comes is shown', async ({
  page,
  renter,
  request,
}) => {
  const { link } = await requestWithLink(page, request)
  const made = { state: 'to-sign', sha256: 'a'.repeat(64), termsVersion: 1, signedAt: null }
  const slow = Promise.withResolvers<void>()
  let asked = 0
  await renter.route('**/api/my-booking', async (route) => {
    asked += 1
    const answer = await route.fetch()
    const json = { ...(await answer.json()), status: 'approved', contractComing: true }
    if (asked === 1) return route.fulfill({ json })
    await slow.promise
    await route.fulfill({ json: { ...json, contract: made } })
  })
  await renter.clock.install()
  await renter.goto(link)
  await expect(heading(renter)).toHaveText('Your booking is confirmed')
  await renter.clock.runFor(5_000)
  await expect.poll(() => asked).toBe(2)
  for (const _ of [10, 15]) await renter.clock.runFor(5_000)
  slow.resolve()
  await expect(renter.getByText('It waits for your signature.')).toBeVisible()
  expect(asked, 'none was given up for the next').toBe(2)
})

test('a page that is looked at hears of a decision by itself, and one whose answer was lost of what has become of it', async ({
  page,
  renter,
  request,
}) => {
  const { staff, name, link: path } = await requestWithLink(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  await renter.clock.install()
  await renter.goto(path)
  await expect(heading(renter)).toHaveText('Your request is being looked at')
  await staff.decide('Approve', name)
  await expect(async () => {
    await renter.clock.runFor(30_000)
    await expect(heading(renter)).toHaveText('Your booking is confirmed', { timeout: 2_000 })
  }).toPass(MADE)

  const cancellation = '**/api/my-booking/cancellation'
  await renter.route(cancellation, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await renter.getByRole('button', { name: 'Ask to cancel' }).click()
  await renter.getByRole('button', { name: 'Yes, ask them' }).click()
  await expect(heading(renter), 'it has arrived').toHaveText('You have asked to cancel')
})
