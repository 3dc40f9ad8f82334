import type { Answer } from '../../tests/system/support/client.ts'
import { type Browser, FILE_PATIENCE } from './browser.ts'
import type { Business } from './town.ts'
import { untilAnswered } from './until-answered.ts'

/** Somebody looks at a licence. @param w at the smaller picture of this width */
export async function lookAt(browser: Browser, file: string, w?: number): Promise<Answer | undefined> {
  const [path, asked] = w === undefined ? [file, { file }] : [`${file}?w=${w}`, { file, w }]
  return await browser.ask({ call: 'licence', method: 'GET', path, asked, patience: FILE_PATIENCE })
}

/**
 * Somebody of the business looks at each licence that was brought: all of them must be there still, and none of those whose
 * bookings were refused.
 */
export async function lookAtAll(
  browser: Browser,
  { licences, turnedAway }: Pick<Business, 'licences' | 'turnedAway'>,
): Promise<void> {
  for (const file of [...licences, ...turnedAway]) await untilAnswered(() => lookAt(browser, file))
}
