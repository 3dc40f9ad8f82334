import { expect, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { inCacheStorage, inIndexedDb, slowToWrite } from './pages/device.ts'
import { MADE } from './pages/renter.ts'
import { deskWithContractToSign } from './pages/requests.ts'
import { drawSignature } from './pages/signing.ts'
import { desk, phone, upright } from './pages/world.ts'

/** Digital contracts: made when a booking is approved, signed at the desk or on the renter's own page. */

test('a renter signs on the tablet without a network: it waits sealed, and is signed once when the network is back', async ({
  page,
  context,
  request,
}) => {
  const { staff, customer: name } = await deskWithContractToSign(page, request)
  const contract = staff.details.getByRole('link', { name: new RegExp(`^Open the contract of ${name}`) })
  const path = await contract.getAttribute('href')
  const file = await page.request.get(path ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(file.headers()['cache-control']).toContain('no-store')
  await staff.untilKept(name)

  await staff.details.getByRole('button', { name: 'Sign here' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign the contract' })
  // Turned before anything is filled in: the form is still there.
  for (const screen of [upright, desk]) {
    await page.setViewportSize(screen)
    await expect(dialog.getByLabel('Full name of the person who signs')).toHaveValue(name)
  }
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog.getByText('Please sign in the field')).toBeVisible()
  await drawSignature(page, dialog)
  // Turned while it is signed: nothing is lost.
  for (const screen of [phone, desk]) {
    await page.setViewportSize(screen)
    await expect(dialog.getByRole('img', { name: 'Field for the signature, signed' })).toBeVisible()
    await expectNothingWrong(page, `signing, ${screen.width} wide`)
  }
  await dialog.getByLabel('Full name of the person who signs').fill('Canary Signatory')
  await dialog.getByRole('checkbox', { name: /^I have read this rental agreement/ }).check()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(staff.details.getByText(/^Signed at the desk on /)).toBeVisible()
  await expect(staff.details.getByText('Kept on this device – not sent yet.')).toBeVisible()
  await expectNothingWrong(page, 'a contract that waits')

  const kept = (await inIndexedDb(page)).join('\n')
  expect(kept, 'sealed until it is sent').not.toContain('Canary Signatory')
  expect(kept).not.toContain('strokes')
  await page.reload()
  await expect(staff.status).toHaveText(/1 change to send$/)

  await context.setOffline(false)
  await expect(staff.details.getByText('Signed copy')).toBeVisible(MADE)
  await expect(staff.details.getByText(/^Signed at the desk on /)).toBeVisible()
  expect((await inIndexedDb(page)).filter((entry) => entry.startsWith('forecourt-sealed'))).toEqual([])
  expect((await inCacheStorage(page)).filter((address) => address.includes('/objects/contracts/'))).toEqual([])
})

test('a second tap on Sign, while the first is being put aside, is no second signature', async ({ page, request }) => {
  const { staff } = await deskWithContractToSign(page, request)
  const signatures: string[] = []
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().includes('/contract')) signatures.push(sent.url())
  })
  await staff.details.getByRole('button', { name: 'Sign here' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign the contract' })
  await drawSignature(page, dialog)
  await dialog.getByRole('checkbox', { name: /^I have read this rental agreement/ }).check()
  await slowToWrite(page, 500)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).dblclick()
  await expect(staff.details.getByText(/^Signed at the desk on /)).toBeVisible()
  await expect(staff.status).toHaveText(/^Up to date/)
  expect(signatures).toHaveLength(1)
})
