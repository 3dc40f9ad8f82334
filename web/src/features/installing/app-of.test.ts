import { expect, it } from 'vitest'
import { appOf } from './app-of.ts'

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
