/** The dashboard's five tabs, in the specification's order (section 2). */
export const tabs = [
  { id: 'overview', label: 'Overview', icon: 'M3 13V8h3v5M8 13V3h3v10M13 13V6h3v7' },
  { id: 'bookings', label: 'Bookings', icon: 'M3 4h13v11H3zM3 8h13M6 2v4M13 2v4' },
  { id: 'manual-booking', label: 'Manual Booking', icon: 'M4 3h8l3 3v10H4zM9.5 7v6M6.5 10h6' },
  { id: 'fleet', label: 'Fleet', icon: 'M2 12V9l2-4h9l3 4v3zM4 9h11M5 12v2M14 12v2' },
  {
    id: 'customers',
    label: 'Customers',
    icon: 'M9.5 9a3 3 0 100-6 3 3 0 000 6zM3.5 16c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5',
  },
] as const
export type Tab = (typeof tabs)[number]['id']

/** What the header's menu leads to. */
export const pages = [
  { id: 'settings', label: 'Business settings' },
  { id: 'staff', label: 'Staff' },
  { id: 'account', label: 'Your account' },
] as const

/** What the dashboard shows: one of its tabs, or a page of the menu. */
export type Screen = Tab | (typeof pages)[number]['id']

/** Where the dashboard opens. */
const FIRST: Tab = 'overview'

/** The screen of an address: `?tab=fleet`. */
export function screenOf(search: string): Screen {
  const named = new URLSearchParams(search).get('tab')
  return [...tabs, ...pages].find(({ id }) => id === named)?.id ?? FIRST
}
