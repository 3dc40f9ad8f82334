import { BOOKING_TOKEN_HEADER, RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { expectNothingWrong } from './pages/axe.ts'
import { Inbox } from './pages/inbox.ts'
import { heading, MADE, test } from './pages/renter.ts'
import { deskWithContractToSign } from './pages/requests.ts'

/** A renter's own page that shows what is not so any more, until something is pressed on it. */

test('who signs what is not to be signed any more is shown how things stand, and told no more than that does not say', async ({
  page,
  renter,
  request,
}) => {
  test.setTimeout(600_000)
  const { staff, customer, email } = await deskWithContractToSign(page, request)
  await renter.goto(await new Inbox(request).bookingPage(email))
  const contract = renter.getByRole('region', { name: 'Contract' })
  const complaint = contract.getByRole('alert')
  await contract.getByRole('button', { name: 'Sign the contract' }).click()

  // Told of the one before, and shown the new one, that is to be read.
  const before = await documentOf(renter)
  await staff.details.getByRole('button', { name: 'Make it anew' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it anew' }).click()
  await expect.poll(async () => ((await documentOf(renter)) ?? before) !== before, MADE).toBe(true)
  await sign(renter)
  await expect(complaint).toContainText('The contract is made anew since it was shown')
  await expect(contract.getByRole('checkbox', { name: /^I have read/ }), 'another one is signed anew').not.toBeChecked()

  await staff.details.getByRole('button', { name: 'Cancel Booking' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Booking' }).click()
  await expect(staff.booking(customer)).toContainText('Rejected')
  // The row says so before the server does.
  await expect(staff.status).toHaveText(/^Up to date/)
  await sign(renter)
  await expect(heading(renter)).toHaveText('This booking is cancelled')
  await expect(contract).toHaveCount(0)
  await expect(renter.getByRole('button', { name: 'Ask to cancel' })).toHaveCount(0)
  await expect(renter.getByRole('alert')).toHaveCount(0)
  await expectNothingWrong(renter, 'cancelled while it was signed')
})

test('who has signed in another tab is not told that they cannot sign: it is signed', async ({
  page,
  renter,
  request,
}) => {
  test.setTimeout(600_000)
  const { email } = await deskWithContractToSign(page, request)
  const path = await new Inbox(request).bookingPage(email)
  const other = await renter.context().newPage()
  for (const tab of [renter, other]) {
    await tab.goto(path)
    await tab.getByRole('button', { name: 'Sign the contract' }).click()
  }
  await sign(other)
  await expect(heading(other)).toHaveText('All is ready')
  await expect(heading(renter)).toHaveText('Your booking is confirmed')
  const contract = renter.getByRole('region', { name: 'Contract' })
  await sign(renter)
  await expect(heading(renter)).toHaveText('All is ready')
  await expect(contract.getByText(/^Signed on /)).toBeVisible()
  await expect(renter.getByRole('alert')).toHaveCount(0)
})

/** Fills in a form that is open, and sends it. */
async function sign(page: Page): Promise<void> {
  const contract = page.getByRole('region', { name: 'Contract' })
  await contract.getByLabel('Full name of the person who signs').fill('Ada Lovelace')
  await contract.getByRole('radio', { name: /name/ }).check()
  await contract.getByRole('checkbox', { name: /^I have read/ }).check()
  await contract.getByRole('button', { name: 'Sign', exact: true }).click()
}

/** Which document the server has for a renter, whatever their page shows. */
async function documentOf(page: Page): Promise<string | undefined> {
  const headers = { [BOOKING_TOKEN_HEADER]: new URL(page.url()).pathname.split('/').at(-1) ?? '' }
  const answer = await page.request.get('/api/my-booking', { headers })
  if (!answer.ok()) return undefined
  return z.parse(RenterBooking, await answer.json()).contract?.sha256 ?? undefined
}
