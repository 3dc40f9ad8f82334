import type { Business } from '@forecourt/domain/business/business.ts'
import { todayIn } from '@forecourt/domain/civil-date.ts'
import type { EventOf } from '@forecourt/domain/event.ts'
import type { Instant } from '@forecourt/domain/instant.ts'
import type { BookingRequested, CustomerIdentity } from '@forecourt/domain/schedule/events.ts'
import type { VehicleDetails } from '@forecourt/domain/vehicle/events.ts'
import { dayInWords, daysInWords, poundsInWords } from '../mail/in-words.ts'
import { DEFAULT_TERMS } from './terms.ts'

/** All that a contract is made of, as it was when the contract was called for. */
export interface ContractFacts {
  readonly business: Business
  readonly customer: CustomerIdentity
  readonly vehicle: VehicleDetails
  readonly booking: EventOf<typeof BookingRequested>['data']
  /** When the contract was called for. */
  readonly at: Instant
}

export type Labelled = readonly [label: string, value: string]

/** A contract as it is read, apart from how it looks. */
export interface ContractDocument {
  readonly title: string
  readonly business: string
  /** `#rrggbb` */
  readonly colour: string
  readonly reference: string
  /** The day of the contract, in words. */
  readonly date: string
  /** For the document's own properties: when it was called for, not when it was made. */
  readonly at: Instant
  readonly parties: readonly Party[]
  readonly vehicle: readonly Labelled[]
  readonly hire: readonly Labelled[]
  readonly price: {
    readonly lines: readonly PriceLine[]
    readonly total: string
  }
  readonly terms: {
    /** Whose terms, and which. */
    readonly version: string
    readonly paragraphs: readonly string[]
  }
}

export interface Party {
  /** What they are called in the agreement. */
  readonly role: string
  readonly name: string
  readonly lines: readonly Labelled[]
}

export interface PriceLine {
  readonly what: string
  readonly quantity: string
  readonly each: string
  readonly amount: string
}

/** The version of the terms that a contract with this business holds; 0: the platform's own words. */
export const termsVersionOf = ({ terms, termsVersion }: Pick<Business, 'terms' | 'termsVersion'>): number =>
  hasTerms(terms) ? termsVersion : 0

const hasTerms = (terms: string | null): terms is string => terms !== null && terms.trim() !== ''

const CATEGORIES: Readonly<Record<VehicleDetails['category'], string>> = {
  compact: 'Compact',
  suv: 'SUV',
  sedan: 'Saloon',
  luxury: 'Luxury',
  estate: 'Estate',
}

/** Writes the contract. The same facts give the same document. */
export function contractOf({ business, customer, vehicle, booking, at }: ContractFacts): ContractDocument {
  const days = daysInWords(booking.days)
  return {
    title: 'Rental agreement',
    business: business.name,
    colour: business.primaryColor,
    reference: `#${booking.reference}`,
    date: dayInWords(todayIn(business.timeZone, at)),
    at,
    parties: [
      {
        role: 'The business',
        name: business.name,
        lines: present([
          ['Address', business.address],
          ['Telephone', business.contactPhone],
          ['Email', business.contactEmail],
        ]),
      },
      {
        role: 'The hirer',
        name: customer.name,
        lines: present([
          ['Address', customer.address],
          ['Telephone', customer.phone],
          ['Email', customer.email],
        ]),
      },
    ],
    vehicle: present([
      ['Make and model', vehicle.name],
      ['Number plate', vehicle.licensePlate],
      ['Year', vehicle.year === null ? null : String(vehicle.year)],
      ['Class', CATEGORIES[vehicle.category]],
    ]),
    hire: [
      ['Pick-up', dayInWords(booking.pickupDate)],
      ['Return', dayInWords(booking.dropoffDate)],
      ['Length', days],
      ['Booking', `#${booking.reference}`],
    ],
    price: {
      lines: [
        {
          what: `Hire of ${vehicle.name}`,
          quantity: days,
          each: `${poundsInWords(booking.dailyRate)} a day`,
          amount: poundsInWords(booking.totalAmount),
        },
      ],
      total: poundsInWords(booking.totalAmount),
    },
    terms: termsOf(business),
  }
}

function termsOf(business: Business): ContractDocument['terms'] {
  const { terms, name } = business
  return {
    version: hasTerms(terms)
      ? `Terms of ${name}, version ${termsVersionOf(business)}`
      : 'General terms, for a business that has none of its own',
    paragraphs: (hasTerms(terms) ? terms : DEFAULT_TERMS)
      .split(/\r?\n/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== ''),
  }
}

/** Those that there are: what is not known is not in the contract. */
function present(lines: readonly (readonly [label: string, value: string | null])[]): readonly Labelled[] {
  return lines.flatMap(([label, value]): readonly Labelled[] =>
    value === null || value.trim() === '' ? [] : [[label, value]],
  )
}
