import { BUSINESS, BUSINESS_ID, LOGO } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of what a business is and has chosen: see `FIELDS`. */
export const BUSINESS_FIELDS: Readonly<Record<string, Field>> = {
  slug: { about: "The business's name in addresses.", example: BUSINESS },
  businessSlug: { about: "The business's name in addresses.", example: BUSINESS },
  primaryColor: { about: 'Brand colour, as `#rrggbb`.', example: '#0f6fde' },
  logoUrl: {
    about: 'Path of its logo; null without one. `?w=96`, `192` and `384` give smaller pictures.',
    example: LOGO,
  },
  contactEmail: { about: 'Where to write to.', example: 'hello@harbour-hire.example' },
  contactPhone: { about: 'Where to call.', example: '01170496000' },
  timeZone: { about: 'Its time zone: “today” is reckoned in it.', example: 'Europe/London' },
  'PublicBusiness.name': { about: 'Name.', example: 'Harbour Hire' },
  'AdminBusiness.name': { about: 'Name.', example: 'Harbour Hire' },
  'AdminBusiness.id': { about: 'Id.', example: BUSINESS_ID },
  'PublicBusiness.description': { about: 'What the business says of itself.', example: 'Cars and vans by the harbour' },
  'AdminBusiness.description': { about: 'What the business says of itself.', example: 'Cars and vans by the harbour' },
  terms: {
    about: "The business's own terms of hire, at most 18,000 characters.",
    example: 'The vehicle comes back with a full tank.',
  },
  termsVersion: { about: 'Counts the terms; 0 before there are any. What is sent of it is not looked at.', example: 1 },
  turnaroundDays: { about: 'Days that are kept free after each hire.', example: 1 },
  licenceRetentionDays: { about: 'Days after the hire, or the refusal, that a driving licence is kept.', example: 30 },
  'BusinessSettings.version': {
    about: 'Raised with every change. Sent back, it says which settings you saw.',
    example: 3,
  },
  'BusinessSettings.name': { about: 'Name.', example: 'Harbour Hire' },
  'BusinessSettings.logoUrl': {
    about: 'Path of its logo, as `PUT /api/business-logo` answered it; null takes it away.',
    example: LOGO,
  },
  'BusinessSettings.description': {
    about: 'What the business says of itself.',
    example: 'Cars and vans by the harbour',
  },
  'BusinessSettings.address': { about: 'Postal address.', example: '12 Quay Street, Bristol' },
}
