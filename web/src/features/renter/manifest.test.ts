import { expect, it } from 'vitest'
import { bookingManifest } from './manifest.ts'

const page = { origin: 'https://hire.example', pathname: '/harbour-hire/booking/AbC' }
const manifest = bookingManifest({ name: 'Harbour Hire', slug: 'harbour-hire', primaryColor: '#0f6fde' }, page)

it('a booking on the home screen is an app of its own: no page of the portal or the desk is in its scope', () => {
  expect(manifest).toMatchObject({ id: `${page.origin}${page.pathname}`, start_url: manifest.id, scope: manifest.id })
  for (const other of ['/harbour-hire/portal', '/harbour-hire/admin', '/harbour-hire/booking/Other']) {
    expect(`${page.origin}${other}`.startsWith(manifest.scope)).toBe(false)
  }
})

it('has the business’s icons in the sizes that systems ask for, by whole addresses', () =>
  expect(manifest.icons.map(({ sizes, purpose, src }) => [sizes, purpose, src.startsWith(page.origin)])).toEqual([
    ['192x192', 'any', true],
    ['512x512', 'any', true],
    ['192x192', 'maskable', true],
    ['512x512', 'maskable', true],
  ]))
