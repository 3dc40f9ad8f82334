import { expect, it } from 'vitest'
import { appOf, isRenters } from './app-of.ts'

it.each([
  ['/harbour-hire/portal', '/harbour-hire/portal'],
  ['/harbour-hire/portal/', '/harbour-hire/portal'],
  ['/harbour-hire/admin', '/harbour-hire/admin'],
  ['/harbour-hire/admin/login', '/harbour-hire/admin'],
  ['/', undefined],
  ['/admin', undefined],
  ['/harbour-hire', undefined],
  ['/harbour-hire/portals', undefined],
  ['/x/harbour-hire/portal', undefined],
])('%s belongs to %s', (path, home) => expect(appOf(path)).toBe(home))

it.each([
  ['/harbour-hire/booking/AbC-_9', true],
  ['/harbour-hire/booking/AbC-_9/', true],
  ['/harbour-hire/booking', false],
  ['/harbour-hire/portal', false],
  ['/x/harbour-hire/booking/AbC', false],
])('%s is a renter’s own page: %s', (path, is) => {
  expect(isRenters(path)).toBe(is)
  expect(appOf(path) === undefined || !is).toBe(true)
})
