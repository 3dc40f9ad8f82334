import { expect, type Locator, type Page, test } from '@playwright/test'
import { DeskPage } from './pages/desk.ts'
import { Inbox } from './pages/inbox.ts'
import { PortalPage } from './pages/portal.ts'
import { newRequest, newRequests } from './pages/requests.ts'
import { desk, harbour, phone, someone } from './pages/world.ts'

/** What has room and what has not: tablets that lie on the desk, large letters, long names, pictures that do not come. */

const tablet = { width: 1024, height: 768 }

const placeOf = async (locator: Locator) => {
  const place = await locator.boundingBox()
  if (place === null) throw new Error('it is not to be seen')
  return place
}

/** Letters of twice their size, as a browser's settings ask for them. */
const enlargeLetters = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

test.describe('on a tablet that lies', () => {
  test.use({ viewport: tablet, serviceWorkers: 'block' })

  test('two vehicles stand beside each other, and one without its photograph is drawn, not torn', async ({ page }) => {
    await page.route('**/objects/vehicles/**', (route) => route.abort())
    const portal = new PortalPage(page)
    await portal.open(harbour.slug)
    const cards = page.getByRole('article')
    const [first, second] = [await placeOf(cards.nth(0)), await placeOf(cards.nth(1))]
    expect(second.y, 'in one row').toBe(first.y)
    expect(second.x).toBeGreaterThan(first.x + first.width)
    for (const card of [cards.nth(0), cards.nth(1)]) {
      await expect(card.locator('img')).toHaveCSS('visibility', 'hidden')
      await expect(card.locator('span:has(> img)')).toHaveCSS('background-image', /^url\("data:image\/svg/)
    }
  })
})

test.describe('at the desk with large letters', () => {
  test.use({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })

  for (const { tab, shown } of [
    { tab: 'Overview', shown: /^Top Performers$/ },
    { tab: 'Fleet', shown: /^Fleet$/ },
  ]) {
    test(`${tab} is no wider than the window, and no text or button than its card`, async ({ page }) => {
      const staff = new DeskPage(page)
      await staff.signInTo(harbour.slug, harbour.staff)
      await staff.goTo(tab)
      await expect(page.getByRole('heading', { name: shown })).toBeVisible()
      await expect(page.getByRole('listitem').filter({ has: page.locator('img') })).not.toHaveCount(0)
      await enlargeLetters(page)
      const widths = () => page.evaluate(() => ({ page: document.documentElement.scrollWidth, screen: innerWidth }))
      expect(await widths()).toEqual({ page: 1440, screen: 1440 })
      const sticksOut = await page
        .getByRole('main')
        .evaluate((main) =>
          [...main.querySelectorAll('article, dl')].flatMap((card) =>
            [...card.querySelectorAll('button, dt, dd, p, span')]
              .filter((part) => part.getBoundingClientRect().right > card.getBoundingClientRect().right + 1)
              .map(({ textContent }) => textContent),
          ),
        )
      expect(sticksOut).toEqual([])
    })
  }
})

test.describe('on a phone with large letters', () => {
  test.use({ viewport: phone })

  test('a renter’s own page is no wider than the phone: a reference breaks', async ({ page, request }) => {
    await new DeskPage(page).openSignIn(harbour.slug)
    const { email } = await newRequest(page, request)
    await page.goto(await new Inbox(request).bookingPage(email))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your request is being looked at')
    await enlargeLetters(page)
    const widths = () => page.evaluate(() => ({ page: document.documentElement.scrollWidth, screen: innerWidth }))
    expect(await widths()).toEqual({ page: phone.width, screen: phone.width })
  })

  test('the landing page has all that it says within the width', async ({ page }) => {
    await page.goto('/')
    await enlargeLetters(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The page clips what is too wide, so that nothing scrolls: each text says itself how far it reaches.
    const cut = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const words = document.createRange()
      const found: string[] = []
      while (texts.nextNode() !== null) {
        words.selectNodeContents(texts.currentNode)
        const isCut = [...words.getClientRects()].some(({ left, right }) => left < 0 || right > innerWidth)
        if (isCut) found.push(words.toString())
      }
      return found
    })
    expect(cut, 'texts that are cut').toEqual([])
  })

  test('the dates of a manual booking have a line each, as wide as the form', async ({ page }) => {
    const staff = new DeskPage(page)
    await staff.signInTo(harbour.slug, harbour.staff)
    await staff.goTo('Manual Booking')
    const form = new PortalPage(page)
    await expect(form.form).toBeVisible()
    await enlargeLetters(page)
    const [vehicle, pickup, dropoff] = [
      await placeOf(form.field('Vehicle')),
      await placeOf(form.field('Pickup date')),
      await placeOf(form.field('Drop-off date')),
    ]
    expect(dropoff.y).toBeGreaterThan(pickup.y + pickup.height)
    expect(pickup.width).toBeCloseTo(vehicle.width, 0)
  })
})

for (const [place, viewport] of Object.entries({ 'the table': desk, 'the ledger of a phone': phone })) {
  test.describe(`in ${place}`, () => {
    test.use({ viewport })

    test('a name without end takes two lines, and is whole in the details and for who does not see it', async ({
      page,
      request,
    }) => {
      const staff = new DeskPage(page)
      await staff.openSignIn(harbour.slug)
      const renter = someone()
      const name = `${'Featherstonehaugh'.repeat(5)}${renter.email.slice(4, 10)}`
      await newRequests(page, request, 1, () => ({ ...renter, name }))
      await staff.signInTo(harbour.slug, harbour.staff)
      const shown = staff.booking(name).getByText(name, { exact: true })
      await expect(shown).toBeVisible()
      await expect(shown, 'as it is read out').toHaveText(name)
      const line = await shown.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight))
      const { height } = await placeOf(shown)
      expect(height / line, 'lines').toBeCloseTo(2, 1)
      await staff.openDetails(name)
      const whole = staff.details.getByText(name, { exact: true })
      expect(await whole.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
    })
  })
}
