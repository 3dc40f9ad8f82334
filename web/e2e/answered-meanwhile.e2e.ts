import { type Browser, expect, type Page } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { heading, MADE, test, untilHeaded } from './pages/renter.ts'
import { requestWithLink } from './pages/requests.ts'
import { drawSignature } from './pages/signing.ts'
import { harbour } from './pages/world.ts'

/** Steps that waited for a network, about what a colleague or the renter has settled meanwhile. */

/** A colleague at another desk, at the same booking. */
async function colleagueAt(browser: Browser, baseURL: string | undefined, customer: string) {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const colleague = new DeskPage(await context.newPage())
  await colleague.signInTo(harbour.slug, harbour.staff)
  await colleague.openDetails(customer)
  return { colleague, [Symbol.asyncDispose]: () => context.close() }
}

async function askToCancel(renter: Page) {
  await untilHeaded(renter, 'Your booking is confirmed', () => renter.reload())
  await renter.getByRole('button', { name: 'Ask to cancel' }).click()
  await renter.getByRole('button', { name: 'Yes, ask them' }).click()
  await expect(heading(renter)).toHaveText('You have asked to cancel')
}

/** Without a network the step is put aside; the colleague acts, and the network is back: it is refused. @returns what is said */
async function overtaken(staff: DeskPage, step: () => Promise<void>, meanwhile: () => Promise<void>) {
  await staff.page.context().setOffline(true)
  await step()
  await expect(staff.status).toHaveText(/1 change to send$/)
  await meanwhile()
  await staff.page.context().setOffline(false)
  await expect(staff.status).toHaveText('1 change needs you', MADE)
  await staff.page.getByRole('button', { name: 'Show', exact: true }).click()
  const dialog = staff.page.getByRole('dialog', { name: 'Changes that need you' })
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  return dialog
}

test('an answer to a renter who asks to cancel overrides none that a colleague has given, and answers no later wish', async ({
  page,
  renter,
  request,
  browser,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const { staff, name, link } = await requestWithLink(page, request)
  await renter.goto(link)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Approve', name)
  await expect(staff.booking(name)).toContainText('Approved')
  await askToCancel(renter)
  await staff.openDetails(name)
  const wish = staff.details.getByText(`${name} asks to cancel.`)
  await expect(wish).toBeVisible(MADE)
  await staff.untilKept(name)
  await using at = await colleagueAt(browser, baseURL, name)
  const { colleague } = at
  const keep = async () => {
    await expect(colleague.details.getByText(`${name} asks to cancel.`)).toBeVisible(MADE)
    await colleague.details.getByRole('button', { name: 'Keep the booking' }).click()
    await expect(colleague.details.getByText(`${name} asks to cancel.`)).toHaveCount(0)
    await expect(colleague.status).toHaveText(/^Up to date/)
  }

  const agreed = await overtaken(
    staff,
    async () => {
      await staff.details.getByRole('button', { name: 'Agree and cancel it' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Booking', exact: true }).click()
    },
    keep,
  )
  await expect(agreed).toContainText('Somebody has answered this renter meanwhile: the booking stands.')
  await expect(staff.booking(name), 'what was kept is not cancelled').toContainText('Approved')
  await agreed.getByRole('button', { name: /^Drop: / }).click()
  await expect(staff.status).toHaveText(/^Up to date/)

  await askToCancel(renter)
  await expect(wish).toBeVisible(MADE)
  const kept = await overtaken(
    staff,
    () => staff.details.getByRole('button', { name: 'Keep the booking' }).click(),
    async () => {
      await keep()
      await askToCancel(renter)
    },
  )
  await expect(kept).toContainText('the renter has asked to cancel again. Look at the booking before you answer.')
  await kept.getByRole('button', { name: /^Drop: / }).click()
  await expect(wish, 'nobody has answered that one').toBeVisible(MADE)
  await expect(heading(renter)).toHaveText('You have asked to cancel')
})

test('a contract that the renter signs meanwhile is not made anew by a step that waited', async ({
  page,
  renter,
  request,
}) => {
  test.setTimeout(600_000)
  const { staff, name, link } = await requestWithLink(page, request)
  await renter.goto(link)
  await staff.signInTo(harbour.slug, harbour.staff)
  await staff.decide('Approve', name)
  await staff.openDetails(name)
  await expect(staff.details.getByText('To be signed', { exact: true })).toBeVisible(MADE)
  await staff.untilKept(name)
  await untilHeaded(renter, 'Your booking is confirmed', () => renter.reload())

  const refused = await overtaken(
    staff,
    async () => {
      await staff.details.getByRole('button', { name: 'Make it anew', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make it anew', exact: true }).click()
    },
    async () => {
      const contract = renter.getByRole('region', { name: 'Contract' })
      await contract.getByRole('button', { name: 'Sign the contract' }).click(MADE)
      await drawSignature(renter, contract)
      await contract.getByRole('checkbox', { name: /^I have read this rental agreement/ }).check()
      await contract.getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(heading(renter)).toHaveText('All is ready')
    },
  )
  await expect(refused).toContainText('The contract has been signed meanwhile.')
  await refused.getByRole('button', { name: /^Drop: / }).click()
  await expect(staff.details.getByText(/^Signed by the renter on their own page on /)).toBeVisible(MADE)
  await renter.reload()
  await expect(heading(renter)).toHaveText('All is ready')
})
