import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { desk, phone } from './world.ts'

/** Nothing that axe can find is wrong with what the page shows now. */
export async function expectNothingWrong(page: Page, state: string): Promise<void> {
  // What fades in is looked at when it is there.
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  // In the page itself: otherwise what was found is put together in another one, which has to load axe, too. No page of ours
  // shows another site's, for which that is.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  expect(found, state).toEqual([])
}

/** Lets the business have another colour than its own. */
export async function paint(page: Page, colour: string): Promise<void> {
  for (const address of ['**/api/business/*', '**/api/auth/user']) {
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      await route.fulfill({
        response: answer,
        body: text.replace(/"primaryColor":"[^"]*"/, `"primaryColor":"${colour}"`),
      })
    })
  }
}

/** A colour that white does not read on, one that hardly anything reads on, and a dark one. */
const colours = { 'neon yellow': '#ffd400', grey: '#777777', navy: '#0a1f44' } as const
const screens = { phone, desk } as const

/**
 * The looks in which each state is judged: each colour and each screen once. `EVERY_LOOK=1` judges each colour on each
 * screen, which takes twice as long.
 */
export const looks = (['neon yellow', 'grey', 'navy'] as const).flatMap((colour, place) =>
  (['phone', 'desk'] as const)
    .filter((_, screen) => process.env.EVERY_LOOK === '1' || screen === place % 2)
    .map((screen) => ({ name: `${colour} on a ${screen}`, colour: colours[colour], viewport: screens[screen] })),
)
