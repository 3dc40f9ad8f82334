import { BookingChanged, type BookingStatus } from '@forecourt/contracts/booking.ts'
import { Customers } from '@forecourt/contracts/customer.ts'
import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { LICENCE_WIDTHS } from '@forecourt/contracts/upload.ts'
import { parse, safeParse } from 'zod/v4/core'
import { type Answer, idOf } from '../../tests/system/support/client.ts'
import { daysFromToday } from '../../tests/system/support/tenant.ts'
import type { Ask } from './browser.ts'
import { bookingCalled, readContract } from './contract.ts'
import { attachPaper, lookAtContract, putToOwn } from './contracts-at-desk.ts'
import { type Clerk, noting, send } from './desk.ts'
import { forget } from './forget.ts'
import { lookAt } from './licence.ts'
import { FIRST_PAGE, LATEST } from './lists.ts'
import { declining } from './own-booking.ts'
import { changeTrainee } from './shut-out.ts'
import { heard } from './town.ts'

/** What staff do with a booking, by the status that it has. */
const CHANGES: readonly (readonly [from: BookingStatus, to: BookingStatus])[] = [
  ['pending', 'approved'],
  ['pending', 'approved'],
  ['pending', 'rejected'],
  ['pending', 'rejected'],
  ['approved', 'rejected'],
  ['approved', 'completed'],
  ['completed', 'approved'],
]

/** What was approved mostly stays so: else there would be few contracts in a run, as they are made in the end. */
const MOSTLY_STAYS = 0.7

/** How often somebody wants to be forgotten: some ten times a minute in a town. */
const FORGETS = 0.003

/** How often the trainee is shut out or let in: of four clerks, every few seconds. */
const CHANGES_TRAINEE = 0.01

/** Somebody of the staff does one thing. */
export async function work(clerk: Clerk): Promise<void> {
  const { chance } = clerk
  if (chance.happens(FORGETS)) return await forget(clerk)
  if (chance.happens(CHANGES_TRAINEE)) return void (await changeTrainee(clerk))
  if (chance.happens(0.15)) return await decide(clerk)
  if (chance.happens(0.55)) return await note(clerk)
  if (chance.happens(0.25)) return await hide(clerk)
  if (chance.happens(0.25)) return await maintain(clerk)
  if (chance.happens(0.2)) return await lookAfterCustomer(clerk)
  if (chance.happens(0.05)) return await saveSettings(clerk)
  if (chance.happens(0.1)) return await holdToBooking(clerk)
  if (chance.happens(0.1)) return await trespass(clerk)
  if (chance.happens(0.1)) return await turnOut(clerk)
  if (chance.happens(0.1)) return await lookAtLicence(clerk)
  if (chance.happens(0.2)) return await lookAtContract(clerk)
  if (chance.happens(0.05)) return await attachPaper(clerk)
  await read(clerk)
}

const change = (clerk: Clerk, id: string, status: BookingStatus) =>
  send(clerk, {
    call: 'changeBooking',
    method: 'PUT',
    path: `/api/admin/bookings/${id}`,
    body: { status },
    asked: { id, status },
  })

async function decide(clerk: Clerk): Promise<void> {
  const { business, chance } = clerk
  const [from, to] = chance.oneOf(CHANGES) ?? ['pending', 'approved']
  if (from === 'approved' && chance.happens(MOSTLY_STAYS)) return await read(clerk)
  const [id] = chance.oneOf([...business.bookings].filter(([, status]) => status === from)) ?? []
  if (id === undefined) return await read(clerk)
  const answer = await change(clerk, id, to)
  if (answer?.status === 200) {
    heard(business, id, parse(BookingChanged, answer.body).status)
    if (chance.happens(0.3)) await readBack(clerk, id)
  } else if (answer?.status === 409) business.bookings.delete(id)
}

/** Somebody answers a renter who asked to cancel, or a colleague has: nobody is told. */
async function holdToBooking(clerk: Clerk): Promise<void> {
  const { business, chance } = clerk
  const [id] = business.askedToCancel.splice(chance.below(business.askedToCancel.length), 1)
  if (id !== undefined) await send(clerk, declining(id))
}

/** Whoever has done something sees it done. */
async function readBack({ browser }: Clerk, id: string): Promise<void> {
  await browser.ask(bookingCalled(id))
}

/** Somebody writes a note to a booking. */
export async function note(clerk: Clerk): Promise<void> {
  const [id] = clerk.chance.oneOf([...clerk.business.bookings]) ?? []
  if (id === undefined) return
  await send(clerk, noting(id, `Note ${clerk.chance.below(1_000_000)} of ${clerk.business.canary}`))
}

async function hide(clerk: Clerk): Promise<void> {
  const [id] = clerk.chance.oneOf([...clerk.business.bookings]) ?? []
  if (id === undefined) return
  const recent = clerk.chance.happens(0.5)
  await send(clerk, {
    call: recent ? 'hideBookingFromRecent' : 'hideBookingFromBookingsPage',
    method: 'PATCH',
    path: `/api/admin/bookings/${id}/${recent ? 'hide-from-recent' : 'hide-from-bookings-page'}`,
    asked: { id },
  })
}

async function schedule(clerk: Clerk, vehicle: string): Promise<Answer | undefined> {
  const days = daysFromToday(1 + clerk.chance.below(300), 1 + clerk.chance.below(3))
  return await send(clerk, {
    call: 'scheduleMaintenance',
    method: 'POST',
    path: `/api/admin/cars/${vehicle}/maintenance`,
    body: { ...days, kind: 'service', note: null },
    asked: { id: vehicle, ...days },
  })
}

/** Some days in the workshop, which are cancelled again later: the days are wanted for bookings. */
async function maintain(clerk: Clerk): Promise<void> {
  const { business, chance } = clerk
  const place = chance.below(business.maintenance.length)
  const known = business.maintenance.length > 5 ? business.maintenance.splice(place, 1)[0] : undefined
  if (known !== undefined) {
    const { id: maintenanceId, vehicle: id } = known
    const path = `/api/admin/cars/${id}/maintenance/${maintenanceId}`
    await send(clerk, { call: 'cancelMaintenance', method: 'DELETE', path, asked: { id, maintenanceId } })
    return
  }
  const vehicle = chance.oneOf(business.tenant.vehicles)
  if (vehicle === undefined) return
  const answer = await schedule(clerk, vehicle)
  if (answer?.status === 201) business.maintenance.push({ id: idOf(answer), vehicle })
}

/** A vehicle is taken out of service, and put back soon: renters ask for it meanwhile. */
async function turnOut(clerk: Clerk): Promise<void> {
  const { business, chance } = clerk
  const back = business.outOfService.shift()
  const id = back ?? chance.oneOf(business.tenant.vehicles)
  if (id === undefined) return
  const status = back === undefined ? 'unavailable' : 'available'
  const answer = await send(clerk, {
    call: 'changeVehicleStatus',
    method: 'PUT',
    path: `/api/admin/cars/${id}/status`,
    body: { status },
    asked: { id, status },
  })
  // What nobody knows the end of is put back as well.
  if (status === 'unavailable' || answer?.status !== 200) business.outOfService.push(id)
}

/** Somebody tries what belongs to another business, whose ids they have got hold of. They must be told that there is no such thing. */
async function trespass(clerk: Clerk): Promise<void> {
  const { browser, chance, others } = clerk
  const other = chance.oneOf(others)
  const [id] = chance.oneOf([...(other?.bookings ?? [])]) ?? []
  const vehicle = chance.oneOf(other?.tenant.vehicles ?? [])
  if (id === undefined || vehicle === undefined) return
  if (chance.happens(0.3)) {
    // That it must be there is not said: it must not.
    await browser.ask({ call: 'listBookings', method: 'GET', path: `/api/admin/bookings?id=${encodeURIComponent(id)}` })
    return
  }
  const licence = chance.oneOf(other?.licences ?? [])
  if (licence !== undefined && chance.happens(0.3)) {
    await lookAt(browser, licence)
    return
  }
  const contract = chance.oneOf(other?.contracts ?? [])
  if (contract !== undefined && chance.happens(0.3)) {
    if (chance.happens(0.7)) await readContract(browser, contract)
    else await putToOwn(clerk, contract)
    return
  }
  if (chance.happens(0.3)) {
    await schedule(clerk, vehicle)
    return
  }
  const [, status] = chance.oneOf(CHANGES) ?? ['pending', 'approved']
  await change(clerk, id, status)
}

/** What staff say of a licence: who refuses one says why. */
const LICENCES = [
  { licenseStatus: 'verified' },
  { licenseStatus: 'refused', reason: 'The picture is too dark.' },
  { licenseStatus: 'expired' },
  { licenseStatus: 'pending' },
] as const

/** Somebody looks at a customer's licence, or takes the customer off the page. */
async function lookAfterCustomer(clerk: Clerk): Promise<void> {
  const { browser, chance } = clerk
  const page = await browser.ask({ call: 'listCustomers', method: 'GET', path: '/api/admin/customers?limit=50' })
  const { id } = chance.oneOf(safeParse(Customers, page?.body).data ?? []) ?? {}
  if (id === undefined) return
  const path = `/api/admin/customers/${id}`
  const body = chance.oneOf(LICENCES)
  if (body === undefined || chance.happens(0.2)) {
    const hidden = `${path}/hide-from-customers-page`
    await send(clerk, { call: 'hideCustomer', method: 'PATCH', path: hidden, asked: { id } })
    return
  }
  const asked = { id, status: body.licenseStatus }
  await send(clerk, { call: 'changeLicenceStatus', method: 'PUT', path: `${path}/license-status`, body, asked })
}

/** Somebody looks at a licence that came with a booking, or tries one whose booking was refused. */
async function lookAtLicence({ business, browser, chance }: Clerk): Promise<void> {
  const licence = chance.oneOf(chance.happens(0.1) ? business.turnedAway : business.licences)
  if (licence !== undefined) await lookAt(browser, licence, chance.oneOf([undefined, ...LICENCE_WIDTHS]))
}

/** More days than that beside each booking would leave hardly any for others. */
const MOST_KEPT_FREE = 2

/** Somebody says something else of the business, or how many days it keeps free between bookings. */
async function saveSettings(clerk: Clerk): Promise<void> {
  const { browser, chance } = clerk
  const now = await browser.ask({ call: 'settings', method: 'GET', path: '/api/admin/business/settings' })
  const settings = now?.status === 200 ? safeParse(BusinessSettings, now.body).data : undefined
  if (settings === undefined) return
  const [setting, value] = chance.happens(0.5)
    ? ['description', `By the harbour, ${chance.below(1_000_000)}`]
    : ['turnaroundDays', chance.below(MOST_KEPT_FREE + 1)]
  await send(clerk, {
    call: 'saveSettings',
    method: 'PUT',
    path: '/api/admin/business/settings',
    body: { ...settings, [setting]: value },
    asked: { version: settings.version, setting, value },
  })
}

const TODAY = new Date()
const THIS_MONTH = `year=${TODAY.getUTCFullYear()}&month=${TODAY.getUTCMonth()}`

const READS: readonly Ask[] = [
  LATEST,
  LATEST,
  { call: 'listVehicles', method: 'GET', path: '/api/admin/cars?limit=10' },
  { call: 'listCustomers', method: 'GET', path: '/api/admin/customers?limit=10' },
  { call: 'stats', method: 'GET', path: `/api/admin/stats?${THIS_MONTH}` },
  { call: 'carPerformance', method: 'GET', path: '/api/admin/car-performance' },
  { call: 'ownBusiness', method: 'GET', path: '/api/admin/business' },
  { call: 'listMaintenance', method: 'GET', path: '/api/admin/maintenance' },
]

/** How often it is a page as long as they come. */
const LONG = 0.05

async function read({ browser, chance }: Clerk): Promise<void> {
  const ask = chance.happens(LONG) ? FIRST_PAGE : chance.oneOf(READS)
  if (ask !== undefined) await browser.ask(ask)
}
