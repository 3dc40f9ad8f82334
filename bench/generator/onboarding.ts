import { businessDecider } from '@forecourt/domain/business/decider.ts'
import type { CivilDate } from '@forecourt/domain/civil-date.ts'
import type { Decision } from '@forecourt/domain/decision.ts'
import { BusinessId, Slug, UserId, VehicleId } from '@forecourt/domain/ids.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { nameClaimDecider } from '@forecourt/domain/name-claim/decider.ts'
import {
  businessStream,
  loginClaimStream,
  slugClaimStream,
  userStream,
  vehicleStream,
} from '@forecourt/domain/streams.ts'
import { userDecider } from '@forecourt/domain/user/decider.ts'
import { vehicleDecider } from '@forecourt/domain/vehicle/decider.ts'
import type { VehicleDetails } from '@forecourt/domain/vehicle/events.ts'
import type { Lots } from '@forecourt/infra/demo/lots.ts'
import type { Plan } from './plan.ts'
import { idOf, type Target, type Writer } from './writer.ts'

/** A business with its fleet. */
export interface Onboarded {
  readonly businessId: BusinessId
  readonly slug: Slug
  readonly fleet: readonly { readonly vehicleId: VehicleId; readonly dailyRate: Pence }[]
}

const MODELS = ['Ford Fiesta', 'VW Golf', 'Skoda Octavia', 'Nissan Qashqai', 'Kia Niro', 'Tesla Model 3'] as const
const CATEGORIES = ['compact', 'compact', 'estate', 'suv', 'suv', 'luxury'] as const

/**
 * As long as may be, in days: of most of history's renters the licence would have been deleted long ago, day by day. In a history
 * that is there at once the workers would do so while it is measured.
 */
const LICENCES_KEPT = 365

/** Onboards the nth business of the plan: slug, branding and contact, one member of staff, its vehicles. */
export async function onboard(
  { vault }: Target,
  writer: Writer,
  { seed, vehiclesEach }: Plan,
  { number, on, lots }: { readonly number: number; readonly on: CivilDate; readonly lots: Lots },
): Promise<Onboarded> {
  const at = `${on}T09:00:00.000Z`
  const businessId = BusinessId.parse(idOf(seed, `business ${number}`))
  const slug = Slug.parse(`hire-${String(number).padStart(5, '0')}`)
  const command = (name: string) => ({ name: `${name} of business ${number}`, at })

  const claim = { type: 'claim', kind: 'slug', ownerId: businessId } as const
  await writer.append(slugClaimStream(slug), -1n, [
    {
      ...command('slug'),
      tenantId: undefined,
      events: eventsOf(nameClaimDecider.decide(claim, nameClaimDecider.initial())),
    },
  ])
  const onboarding = {
    type: 'onboard',
    businessId,
    name: `Hire ${number}`,
    slug,
    branding: { primaryColor: '#0f766e', logoPath: null },
    contact: {
      description: 'Cars by the day, with everything included.',
      contactEmail: `desk@${slug}.example`,
      contactPhone: '0117 496 0000',
      address: '1 Station Road',
    },
  } as const
  const onboarded = eventsOf(businessDecider.decide(onboarding, businessDecider.initial()))
  const business = onboarded.reduce(businessDecider.evolve, businessDecider.initial())
  if (business === undefined) throw new Error('there is no business')
  const settings = { ...business, licenceRetentionDays: LICENCES_KEPT }
  const saving = { type: 'saveSettings', settings, seen: business.settingsVersion, isOwnLogo: false } as const
  await writer.append(businessStream(businessId), -1n, [
    { ...command('onboarding'), tenantId: businessId, events: onboarded },
    { ...command('settings'), tenantId: businessId, events: eventsOf(businessDecider.decide(saving, business)) },
  ])
  await addStaff()

  const fleet = []
  for (let place = 0; place < vehiclesEach; place += 1) fleet.push(await addVehicle(place))
  return { businessId, slug, fleet }

  async function addStaff(): Promise<void> {
    const email = `owner@${slug}.example`
    const emailHmac = vault.lookupHmac('user', '', email)
    const userId = UserId.parse(idOf(seed, `owner of business ${number}`))
    const person = vault.newPerson({ kind: 'user', businessId, emailHmac }, userId)
    const claimed = { type: 'claim', kind: 'login', ownerId: userId } as const
    await writer.append(loginClaimStream(emailHmac), -1n, [
      {
        ...command('login'),
        tenantId: undefined,
        events: eventsOf(nameClaimDecider.decide(claimed, nameClaimDecider.initial())),
      },
    ])
    const profile = { email, firstName: 'Robin', lastName: 'Hart', profileImageUrl: null }
    const registered = userDecider.decide({ type: 'register', userId, businessId, profile }, userDecider.initial())
    await writer.append(
      userStream(userId),
      -1n,
      [
        {
          ...command('owner'),
          tenantId: businessId,
          events: eventsOf(registered),
          subject: { subjectId: userId, key: person.key },
        },
      ],
      { person: person.row },
    )
  }

  async function addVehicle(place: number): Promise<Onboarded['fleet'][number]> {
    const vehicleId = VehicleId.parse(idOf(seed, `vehicle ${place} of business ${number}`))
    const details = describeVehicle(place, lots)
    const adding = { type: 'addToFleet', vehicleId, businessId, details, isOwnImage: false, today: on } as const
    await writer.append(vehicleStream(vehicleId), -1n, [
      {
        ...command(`vehicle ${place}`),
        tenantId: businessId,
        events: eventsOf(vehicleDecider.decide(adding, vehicleDecider.initial())),
      },
    ])
    return { vehicleId, dailyRate: details.dailyRate }
  }
}

function describeVehicle(place: number, lots: Lots): VehicleDetails {
  const model = place % MODELS.length
  return {
    name: MODELS[model] ?? MODELS[0],
    description: 'Air conditioning, Bluetooth, five doors.',
    category: CATEGORIES[model] ?? CATEGORIES[0],
    capacity: 5,
    transmission: lots.happens(0.5) ? 'manual' : 'automatic',
    fuelType: 'petrol',
    dailyRate: Pence.parse(lots.between(30, 90) * 100),
    licensePlate: `AB${String(place).padStart(2, '0')} CDE`,
    year: 2024,
    imagePath: null,
  }
}

/** @throws when the rules refuse: then the plan is wrong */
export function eventsOf<Event>(decision: Decision<Event, { readonly code: string }>): readonly Event[] {
  if (!decision.ok) throw new Error(`the rules refuse what was planned: ${decision.refusal.code}`)
  return decision.events
}
