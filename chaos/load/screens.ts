import type { Ask, Browser } from './browser.ts'
import { untilAnswered } from './until-answered.ts'

/** Who answers: processes that have been busy all the while, or the same ones after they were ended and have kept nothing. */
export type Screens = 'kept' | 'afresh'

/** A page that long is waited for, in milliseconds. */
const PATIENCE = 15_000

/** What staff's screens are made of, beside the list of bookings. */
const SCREENS = {
  ownBusiness: '/api/admin/business',
  settings: '/api/admin/business/settings',
  listStaff: '/api/admin/staff',
  listCalendarFeeds: '/api/admin/calendar-feeds',
  carPerformance: '/api/admin/car-performance',
  listVehicles: '/api/admin/cars?limit=500',
  listCustomers: '/api/admin/customers?limit=500',
  listMaintenance: '/api/admin/maintenance',
  stats: '/api/admin/stats',
} as const

/** When all has followed, somebody of the staff looks at each screen. @param today as `2026-12-24`: figures are of its month and the next */
export async function readScreens(browser: Browser, screens: Screens, today: string): Promise<void> {
  for (const ask of asksOn(today)) {
    const asked = { ...ask.asked, screens }
    await untilAnswered(() => browser.ask({ ...ask, asked }))
  }
}

function asksOn(today: string): Ask[] {
  const { stats, ...others } = SCREENS
  const asks = Object.entries(others).map(
    ([call, path]) => ({ call, method: 'GET', path, patience: PATIENCE }) as const,
  )
  const ofMonths = [0, 1].map((later) => {
    const first = new Date(`${today.slice(0, 7)}-01T00:00:00Z`)
    first.setUTCMonth(first.getUTCMonth() + later)
    const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()]
    const path = `${stats}?year=${year}&month=${month}`
    return { call: 'stats', method: 'GET', path, asked: { year, month }, patience: PATIENCE } as const
  })
  return [...asks, ...ofMonths]
}
