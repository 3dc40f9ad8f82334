import { expect, test } from 'vitest'
import { NOT_A_SCREEN, OWN_PAGES } from './screens.ts'

const isScreen = (address: string) => !NOT_A_SCREEN.some((pattern) => pattern.test(address))

test.each(['/', '/harbour-hire/portal', '/harbour-hire/portal?from=mail.example', '/harbour-hire/admin?tab=fleet'])(
  '%s comes from the device: a full stop in a query is no extension',
  (address) => expect(isScreen(address)).toBe(true),
)

test.each([
  '/api/auth/user',
  '/objects/licences/1',
  '/dev/mail',
  '/harbour-hire/portal/icon.png?w=180&purpose=maskable',
  '/harbour-hire/portal/manifest.webmanifest',
])('%s comes from the server', (address) => expect(isScreen(address)).toBe(false))

const pageOf = (address: string) =>
  OWN_PAGES.find(({ addresses }) => addresses.some((pattern) => pattern.test(address)))?.page

test.each([
  ['/harbour-hire/portal', '/portal.html'],
  ['/harbour-hire/admin?tab=fleet', '/desk.html'],
  ['/harbour-hire/admin/login', undefined],
  ['/harbour-hire/booking/a-token', undefined],
])('%s is shown by %s', (address, page) => expect(pageOf(address)).toBe(page))
