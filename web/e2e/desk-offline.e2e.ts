import { expect, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { harbour } from './pages/world.ts'

/** What IndexedDB holds of the product, by database and key. */
const kept = () =>
  new Promise<string[]>((resolve) => {
    void (async () => {
      const found: string[] = []
      for (const { name = '' } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((opened) => {
          const request = indexedDB.open(name)
          request.addEventListener('success', () => opened(request.result))
        })
        for (const store of database.objectStoreNames) {
          const rows = database.transaction(store).objectStore(store)
          const [keys, values] = await Promise.all(
            [rows.getAllKeys(), rows.getAll()].map(
              (request) =>
                new Promise<unknown[]>((done) => {
                  request.addEventListener('success', () => done(request.result))
                }),
            ),
          )
          found.push(...(keys ?? []).map((key, place) => `${name} ${String(key)} ${JSON.stringify(values?.[place])}`))
        }
        database.close()
      }
      resolve(found)
    })()
  })

test.describe('the desk without a network', () => {
  test('opens in the state last seen, and says so', async ({ page, context }) => {
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await expect(staff.status).toHaveText(/^Up to date \d\d:\d\d$/)
    await staff.untilKept()
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('button', { name: /^View details of / }).first()).toBeVisible()
    await expect(staff.status).toHaveText(/^Offline – showing \d\d:\d\d$/)
    await context.setOffline(false)
    await expect(staff.status).toHaveText(/^Up to date/)
  })

  test('a decision made offline survives a reload and is applied once the network is back', async ({
    page,
    context,
  }) => {
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.untilKept()
    const customer = await staff.firstPending()
    await context.setOffline(true)
    await staff.decide('Reject', customer)
    await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
    await expect(staff.status).toHaveText(/1 change to send$/)
    await page.reload()
    await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
    await expect(staff.status).toHaveText(/1 change to send$/)
    await context.setOffline(false)
    await expect(staff.status).toHaveText(/^Up to date/)
    await page.reload()
    await expect(staff.booking(customer).getByText('Rejected').first()).toBeVisible()
  })

  test('signing out leaves nothing of the business on the device, even without a network', async ({
    page,
    context,
  }) => {
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.untilKept()
    const customer = await staff.firstPending()
    await context.setOffline(true)
    await staff.logout()
    await expect(page).toHaveURL(`/${harbour.slug}/portal`)
    const found = await page.evaluate(kept)
    expect(found.filter((entry) => entry.includes('adm:') || entry.includes(customer))).toEqual([])
    await context.setOffline(false)
    await page.goto(`/${harbour.slug}/admin`)
    await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
  })
})
