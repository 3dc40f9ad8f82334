import type { Locator, Page } from '@playwright/test'

/** Signs as a hand does: a line of many points over the field. */
export async function drawSignature(page: Page, within: Locator): Promise<void> {
  const field = within.getByRole('img', { name: /^Field for the signature/ })
  await field.scrollIntoViewIfNeeded()
  const box = await field.boundingBox()
  if (box === null) throw new Error('there is no field to sign in')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.2, 0.5))
  await page.mouse.down()
  for (let step = 1; step <= 40; step += 1) {
    await page.mouse.move(...at(0.2 + step * 0.015, 0.5 + 0.25 * Math.sin(step / 4)))
  }
  await page.mouse.up()
}
