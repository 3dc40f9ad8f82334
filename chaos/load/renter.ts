import type { VehicleId } from '@forecourt/domain/ids.ts'
import { idOf } from '../../tests/system/support/client.ts'
import type { Chance } from '../../tests/system/support/random.ts'
import { requestFor } from '../../tests/system/support/tenant.ts'
import type { Platform } from '../platform/platform.ts'
import { markOf } from '../witness.ts'
import type { Ask, Browser } from './browser.ts'
import { readContract } from './contract.ts'
import { lookAt } from './licence.ts'
import { visitOwnBooking } from './own-booking.ts'
import { bookedDatesOf, fleetOf } from './portal.ts'
import { type Business, heard } from './town.ts'
import { doubtsOf, somePicture, upload } from './upload.ts'

export interface Renter {
  readonly platform: Pick<Platform, 'lookupKey'>
  readonly business: Business
  readonly browser: Browser
  readonly chance: Chance
  /** Whether commands are sent twice at the moment. */
  readonly isDoubled: () => boolean
}

/** How far ahead people book, in days. */
const HORIZON = 330

/** A visitor of the portal does one thing: looks round, mostly asks for a vehicle. */
export async function visit(renter: Renter): Promise<void> {
  const { business, browser, chance } = renter
  const { tenant } = business
  const vehicle = chance.oneOf(tenant.vehicles)
  if (vehicle === undefined) throw new Error('there is no vehicle')
  if (chance.happens(0.25)) return await lookAround(renter)
  if (chance.happens(0.2)) return await visitOwnBooking(renter)
  // Like licences, contracts are for the staff: a renter has theirs by the link of the booking.
  const contract = chance.oneOf(business.contracts)
  if (contract !== undefined && chance.happens(0.05)) return void (await readContract(browser, contract))
  const who = somebody(renter)
  // Who asks for two vehicles at once is one person all the same, whichever process hears of them first.
  const vehicles = chance.happens(0.2) ? [vehicle, ...chance.shuffle(tenant.vehicles).slice(0, 1)] : [vehicle]
  await Promise.all(vehicles.map((id) => book(renter, id, who)))
}

/** Somebody looks at the fleet, or at the days that a vehicle is taken. */
export async function lookAround({
  business: { tenant },
  browser,
  chance,
}: Pick<Renter, 'business' | 'browser' | 'chance'>): Promise<void> {
  const vehicle = chance.oneOf(tenant.vehicles)
  if (vehicle === undefined || chance.happens(0.6)) {
    await browser.ask(fleetOf(tenant.slug))
    return
  }
  await browser.ask(bookedDatesOf(vehicle))
}

interface Person {
  readonly name: string
  readonly email: string
  readonly mark: string
}

/** So many people of each business come again and again. */
const REGULARS = 20

let visits = 0

/** Somebody who has been here before, as likely as not, and has another telephone by now. */
function somebody({ business: { canary }, chance }: Renter): Person {
  visits += 1
  const mark = markOf(visits)
  const who = chance.happens(0.5) ? `regular-${chance.below(REGULARS)}` : `newcomer-${mark}`
  return { name: `${who} ${canary} ${mark}`, email: `${canary}.${who}@renters.example`, mark }
}

async function book(renter: Renter, vehicle: VehicleId, { name, email, mark }: Person): Promise<void> {
  const { platform, business, browser, chance, isDoubled } = renter
  const form = requestFor(platform, vehicle, { from: 1 + chance.below(HORIZON), count: 1 + chance.below(5) })
  const licence = chance.happens(0.1)
    ? await upload(browser, 'license', somePicture(chance), doubtsOf(chance))
    : undefined
  const body = {
    ...form,
    customerName: name,
    customerEmail: email,
    customerPhone: mark,
    customerAddress: `${mark} Harbour Street`,
    notes: `Please call ${mark}`,
    licenseImageUrl: licence ?? form.licenseImageUrl,
  }
  const { reference, pickupDate, dropoffDate } = body
  const ask: Ask = {
    call: 'requestBooking',
    method: 'POST',
    path: '/api/bookings',
    body,
    asked: {
      carId: vehicle,
      pickupDate,
      dropoffDate,
      reference,
      renter: email,
      email,
      mark,
      ...(licence && { licence }),
    },
  }
  const answer = await (isDoubled() ? browser.commandTwice(ask) : browser.command(ask))
  if (answer?.status !== 201) {
    const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500
    if (isRefused && licence !== undefined) business.turnedAway.push(licence)
    return
  }
  const id = idOf(answer)
  heard(business, id, 'pending')
  business.renters.set(id, email)
  if (licence === undefined) return
  business.licences.push(licence)
  // Licences are for the staff: not even who has sent one sees it.
  if (chance.happens(0.2)) await lookAt(browser, licence)
}
