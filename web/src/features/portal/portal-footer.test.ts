import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PortalFooter } from './portal-footer.tsx'

const footerWith = (contactPhone: string) => {
  const business = {
    name: 'Harbour Hire',
    slug: 'harbour-hire',
    primaryColor: '#0f6fde',
    logoUrl: null,
    description: null,
    contactEmail: null,
    contactPhone,
    address: null,
    timeZone: 'Europe/London',
  }
  return renderToStaticMarkup(createElement(PortalFooter, { business }))
}

it.each([
  ['+44 (0)20 7946-0123 ext. 5', '<a href="tel:+442079460123;ext=5">+44 (0)20 7946-0123 ext. 5</a>'],
  ['abc', '<span>abc</span>'],
])('the telephone %s is a link of the portal that dials it, or none', (written, shown) =>
  expect(footerWith(written)).toContain(shown),
)
