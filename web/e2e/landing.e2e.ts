import { expect, type Page, test } from '@playwright/test'
import { expectNothingWrong } from './pages/axe.ts'
import { desk, harbour, phone, withoutWorker } from './pages/world.ts'

test.use(withoutWorker)

const diaryOf = (page: Page) => page.getByRole('region', { name: 'Try to book a car twice' })
const closed = async (page: Page) => await expect(page.getByRole('dialog')).toHaveCount(0)

/** A section is turned to when its heading is in the window. */
async function expectInView(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, exact: true, level: 2 })).toBeInViewport()
}

/** Opens it and keeps the app's script back. @returns lets it come */
async function openAsleep(page: Page): Promise<() => void> {
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-landing', 'waking')
  return () => script.resolve()
}
const enlarge = (page: Page) => page.getByRole('button', { name: /^Enlarge the picture: Business Dashboard/ }).click()

test.describe('the landing page', () => {
  test('its links scroll to the sections, and so does the button of the hero', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveTitle(/the complete car rental management platform/)
    const links = page.getByRole('navigation').getByRole('link')
    await expect(links).toHaveText(['Features', 'Platform', 'Why Choose Us'])
    for (const section of ['Features', 'Platform', 'Why Choose Us']) {
      await links.filter({ hasText: section }).click()
      await expectInView(page, section)
    }
    await page.goto('/')
    await page.getByRole('button', { name: 'Why Choose Us' }).click()
    await expectInView(page, 'Why Choose Us')
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('smooth')
  })

  test('a call is booked on another page, in a tab of its own that knows nothing of this one', async ({ page }) => {
    await page.goto('/')
    const calls = page.getByRole('link', { name: 'Book a Free Call' })
    await expect(calls).toHaveCount(2)
    for (const call of await calls.all()) {
      await expect(call).toHaveAttribute('target', '_blank')
      await expect(call).toHaveAttribute('rel', 'noopener noreferrer')
      await expect(call).toHaveAttribute('href', /^https:/)
    }
    await expect(page.getByRole('contentinfo')).toContainText('2025')
  })

  test('a screenshot opens large by keyboard, and gives the focus back', async ({ page }) => {
    await page.goto('/')
    const pictures = page.getByRole('button', { name: /^Enlarge the picture/ })
    await expect(pictures).toHaveCount(3)
    for (const picture of await pictures.all()) {
      await picture.focus()
      await page.keyboard.press('Enter')
      const image = page.getByRole('dialog').getByRole('img')
      await expect(image).toBeVisible()
      await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
      await expect(image).toHaveAttribute('width', '1280')
      await expect(image).toHaveAttribute('height', '720')
      await page.keyboard.press('Escape')
      await closed(page)
      await expect(picture).toBeFocused()
    }
  })

  test.describe('before it has come to life', () => {
    test('what is pressed is done when it has', async ({ page }) => {
      const wake = await openAsleep(page)
      await enlarge(page)
      await page.getByRole('button', { name: 'Approve Rhys Doyle' }).click()
      await closed(page)
      wake()
      await expect(page.getByRole('dialog', { name: 'Business Dashboard' })).toBeVisible()
      await expect(diaryOf(page).getByRole('status')).toContainText('Refused')
    })

    test('what was pressed is not done any more when its visitor has gone on, by Escape or a link', async ({
      page,
    }) => {
      const wake = await openAsleep(page)
      await enlarge(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Why Choose Us' }).click()
      await page.getByRole('navigation').getByRole('link', { name: 'Features' }).click()
      await page.getByRole('button', { name: 'Approve Rhys Doyle' }).click()
      wake()
      await expect(diaryOf(page).getByRole('status')).toContainText('Refused')
      await closed(page)
      await expect(page).toHaveURL('/#features')
    })
  })

  test('each live interface is the demo’s', async ({ page }) => {
    await page.goto('/')
    const live = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    const go = async (name: string) => await live(name).getByRole('link', { name: 'Live Interface' }).click()
    await go('Customer Booking Portal')
    await expect(page).toHaveURL(`/${harbour.slug}/portal`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(harbour.name)
    await page.goto('/')
    await go('Business Dashboard')
    await expect(page).toHaveURL(`/${harbour.slug}/admin/login`)
    await page.goto('/')
    await expect(live('Fleet Management').getByRole('link')).toHaveAttribute('href', `/${harbour.slug}/admin`)
  })

  test('its diary gives no day twice', async ({ page }) => {
    await page.goto('/')
    const diary = diaryOf(page)
    await diary.getByRole('button', { name: 'Approve Rhys Doyle' }).click()
    await expect(diary.getByRole('status')).toContainText('Refused: Priya Sharma has 10 December')
    await expect(diary.getByRole('button', { name: 'Approve Rhys Doyle' })).toBeVisible()
    await diary.getByRole('button', { name: 'Approve Elsie Lund' }).click()
    await expect(diary.getByRole('status')).toContainText('Approved')
  })

  test('it can be read before a script runs, and the script takes it over as it is', async ({ page, request }) => {
    const markup = await (await request.get('/')).text()
    expect(markup).toContain('<h1 id="hero-title">The complete car rental management platform</h1>')
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    page.on('pageerror', ({ message }) => complaints.push(message))
    await page.goto('/')
    await page.getByRole('button', { name: 'Approve Rhys Doyle' }).click()
    await expect(diaryOf(page).getByRole('status')).toContainText('Refused')
    expect(complaints).toEqual([])
  })

  for (const [screen, viewport] of Object.entries({ phone, desk })) {
    test.describe(`on a ${screen}`, () => {
      test.use({ viewport })

      test('nothing is wrong with it for those who cannot see or point', async ({ page }) => {
        await page.goto('/')
        await expectNothingWrong(page, 'as it opens')
        await page.getByRole('button', { name: 'Approve Rhys Doyle' }).click()
        await expect(diaryOf(page).getByRole('status')).toContainText('Refused')
        await expectNothingWrong(page, 'refused')
        await page.getByRole('button', { name: /^Enlarge the picture: Business Dashboard/ }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectNothingWrong(page, 'dialog')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
      })
    })
  }
})
