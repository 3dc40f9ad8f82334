import { passwordPage } from '@forecourt/contracts/password.ts'
import type { Business } from '@forecourt/domain/business/business.ts'
import { CivilDate } from '@forecourt/domain/civil-date.ts'
import { BookingId, BusinessId, CustomerId, Slug, VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import type { PersonalOf } from '@forecourt/event-log/codec.ts'
import { composeAccountMail } from './account-mail.ts'
import type { MailLogo } from './branding.ts'
import { compose, type Mail } from './compose.ts'
import { AccountTemplate, BookingTemplate, type Template } from './mails-for.ts'
import { inWords } from './particulars.ts'

/** One booking that never was, for looking at the letters and for trying them out. */

const vehicleId = VehicleId.parse('2b7f4c1e-9a53-4d7e-8a51-0c6f3e2d1b4a')
const businessId = BusinessId.parse('7c9e6679-7425-40de-944b-e07fc1f90ae7')

export const SAMPLE_BUSINESS: Business = {
  businessId,
  name: 'Harbour Hire',
  slug: Slug.parse('harbour-hire'),
  currency: 'GBP',
  timeZone: 'Europe/London',
  primaryColor: '#0f6fde',
  logoPath: null,
  description: null,
  contactEmail: 'hello@harbour-hire.example',
  contactPhone: '01234 567890',
  address: '12 Quay Street, Bristol BS1 4XX',
  turnaroundDays: 0,
  licenceRetentionDays: 30,
  terms: null,
  termsVersion: 0,
  settingsVersion: 2,
  shutOut: [],
  active: true,
  feeds: [],
}

export const SAMPLE_BOOKING = {
  bookingId: BookingId.parse(`${vehicleId}.01JD2Q9Z3V8X6W5T4R3E2Q1A0B`),
  businessId,
  customerId: CustomerId.parse('886313e1-3b8a-5372-9b90-0c9aee199e5d'),
  vehicleId,
  reference: 'BR-1765180800000',
  channel: 'portal' as const,
  pickupDate: CivilDate.parse('2026-12-08'),
  dropoffDate: CivilDate.parse('2026-12-11'),
  days: 3,
  dailyRate: Pence.parse(4550),
  totalAmount: Pence.parse(13650),
}

export const SAMPLE_PERSONAL: PersonalOf<'BookingRequested'> = {
  customer: { name: 'Ada Byron', email: 'ada@renter.example', phone: '07700900123', address: '12 Harbour Street' },
  licencePath: '/objects/licences/sample',
  notes: 'We arrive by train at half past nine.\nCould you keep a child seat for us?',
}

/** Of a link that leads nowhere. */
export const SAMPLE_TOKEN = 'x'.repeat(96)
const SAMPLE_REASON = 'The picture is too dark to read.'
const FROM = 'bookings@forecourt.example'

/** A mail of this kind about the sample booking. @throws {Error} the business has no contact address */
export function sampleMail(
  template: Template,
  {
    business = {},
    personal = {},
    publicUrl = 'https://forecourt.example',
    logo,
  }: {
    readonly business?: Partial<Business>
    readonly personal?: Partial<PersonalOf<'BookingRequested'>>
    readonly publicUrl?: string
    readonly logo?: MailLogo
  } = {},
): Mail {
  const whose = { ...SAMPLE_BUSINESS, ...business }
  const who = { ...SAMPLE_PERSONAL, ...personal }
  const branding = { name: whose.name, colour: whose.primaryColor, logo }
  const account = AccountTemplate.safeParse(template).data
  if (account !== undefined) {
    const url = publicUrl + passwordPage(whose.slug, 'x'.repeat(80))
    const link = { url, goodUntil: '2026-11-21T10:30:00.000Z' }
    const { name: firstName, email } = who.customer
    return composeAccountMail(account, whose, { firstName, email }, link, FROM, branding)
  }
  const told = inWords(whose, 'Ford Fiesta', SAMPLE_BOOKING, who, { publicUrl, token: SAMPLE_TOKEN })
  const about = { business: whose, personal: who, inWords: told }
  const mail = compose(BookingTemplate.parse(template), about, FROM, branding, { reason: SAMPLE_REASON })
  if (mail === undefined) throw new Error('the business has no contact address')
  return mail
}
