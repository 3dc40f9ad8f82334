import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const printDates = fileURLToPath(new URL('./testing/print-dates.ts', import.meta.url))

/** A process reads `TZ` when it first looks at a clock: so each zone has a process of its own. */
async function datesIn(timeZone: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [printDates], { env: { TZ: timeZone } })
  return JSON.parse(stdout)
}

it.each([
  ['Europe/London', 13],
  ['America/New_York', 8],
  ['Asia/Tokyo', 21],
  ['Pacific/Auckland', 0],
  ['Pacific/Apia', 1],
])('dates are the same on a machine in %s', async (timeZone, localTime) => {
  expect(await datesIn(timeZone)).toEqual({
    localTime,
    before: ['2026-03-28', '2026-10-24', '2026-03-07', '2026-10-31', '2026-04-04', '2026-09-26', '2028-02-28'],
    after: ['2026-03-30', '2026-10-26', '2026-03-09', '2026-11-02', '2026-04-06', '2026-09-28', '2028-03-01'],
    across: [2, 2, 2, 2, 2, 2, 2],
    backToBack: [false, false, false, false, false, false, false],
    hire: 5,
    skippedInApia: 2,
    monthEnd: '2026-05-01',
    leap: '2034-02-28',
    march: { first: '2026-03-01', next: '2026-04-01' },
    today: '2026-10-25',
  })
})
