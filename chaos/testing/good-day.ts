import { Customers } from '@forecourt/contracts/customer.ts'
import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import type { VehicleId } from '@forecourt/domain/ids.ts'
import { safeParse } from 'zod/v4/core'
import { idOf } from '../../tests/system/support/client.ts'
import type { Platform } from '../../tests/system/support/platform.ts'
import { daysFromToday, requestFor } from '../../tests/system/support/tenant.ts'
import type { Browser } from '../load/browser.ts'
import { bookingCalled } from '../load/contract.ts'
import { noting } from '../load/desk.ts'
import { LATEST } from '../load/lists.ts'
import { bearerOf, cancelling, declining, ownBooking } from '../load/own-booking.ts'
import { bookedDatesOf, fleetOf } from '../load/portal.ts'
import { heldPicture } from '../load/upload.ts'
import { traineeOf } from './good-account.ts'
import { forgottenBy } from './good-erasure.ts'
import { answered, type Business, change, colourOf, looked, shownTo, uploaded } from './good-steps.ts'

interface Days {
  readonly from: number
  readonly count: number
}

const FIGURES = { call: 'stats', method: 'GET', path: '/api/admin/stats?year=2026&month=11' } as const

/** What is to be known of a business's day. */
export interface Day {
  /** Path of the licence that came with a request. */
  readonly licence: string
  /** Id of an approved booking whose contract is to be signed at the desk. */
  readonly signed: string
  /** Id of an approved booking whose contract was signed on paper. */
  readonly onPaper: string
  /** Id of one that was rejected. */
  readonly rejected: string
}

/**
 * Requests, decisions, refusals, a renter's second thoughts, work in the workshop, a vehicle out of service, days that are kept
 * free, a licence, and what everybody reads in between.
 */
export async function dayOf(platform: Platform, business: Business): Promise<Day> {
  const { tenant, clerk, renter } = business
  const [vehicle = ''] = tenant.vehicles
  const ask = (days: Days, licence?: string) => request(platform, business, days, licence)
  await renter.ask(fleetOf(tenant.slug))
  await forgottenBy(platform, business)
  const licence = await bringLicence(business)
  const [first, second] = [await ask({ from: 10, count: 3 }, licence), await ask({ from: 11, count: 3 })]
  await clerk.ask(LATEST)
  await change(clerk, first, 'approved', 200)
  await readBack(clerk, first)
  await traineeOf(business, first)
  await clerk.ask(FIGURES)
  await change(clerk, second, 'approved', 409)
  await change(clerk, second, 'rejected', 200)
  await work(clerk, vehicle)
  await outOfService(platform, business)
  await keepFree(clerk, 2)
  await keepFree(clerk, 1)
  const [third, fourth] = [await ask({ from: 40, count: 2 }), await ask({ from: 43, count: 2 })]
  await change(clerk, third, 'approved', 200)
  await change(clerk, fourth, 'approved', 200)
  await change(clerk, first, 'completed', 200)
  await change(clerk, first, 'approved', 200)
  await change(clerk, fourth, 'rejected', 200)
  await readBack(clerk, fourth)
  await note(clerk, fourth)
  await onceMore(clerk, third, fourth)
  await changeTheirMind(platform, business, await ask({ from: 50, count: 2 }), third)
  await lookAfter(clerk)
  await shownTo(clerk, FIGURES)
  await renter.ask(bookedDatesOf(vehicle))
  await looked(clerk, licence, 200)
  await looked(clerk, licence, 200, 96)
  await looked(renter, licence, 401)
  return { licence, signed: first, onPaper: third, rejected: second }
}

/** A renter asks for the first vehicle, twice at the same time under one key; all their bookings have one address. */
async function request(platform: Platform, { tenant, canary, renter }: Business, days: Days, licence?: string) {
  const [vehicle] = tenant.vehicles
  if (vehicle === undefined) throw new Error('there is no vehicle')
  const form = formOf(platform, vehicle, canary, days, licence)
  const ask = { call: 'requestBooking', method: 'POST', path: '/api/bookings', ...form } as const
  return idOf(answered(await renter.commandTwice(ask), 201))
}

/** The renter uploads a licence, of another size and colour in each business, and says so twice. */
async function bringLicence({ canary, renter }: Business): Promise<string> {
  return await uploaded(
    renter,
    'license',
    heldPicture({ width: 100 + canary.length, height: 80, colour: colourOf(canary) }),
  )
}

/** What the business's renter sends, and what is noted of it. */
function formOf(platform: Platform, vehicle: VehicleId, canary: string, days: Days, licence?: string) {
  const email = `renter@${canary}.example`
  const form = requestFor(platform, vehicle, days)
  const { reference, pickupDate, dropoffDate } = form
  return {
    body: {
      ...form,
      customerName: `Ada ${canary}`,
      customerEmail: email,
      ...(licence && { licenseImageUrl: licence }),
    },
    asked: { carId: vehicle, pickupDate, dropoffDate, reference, renter: email, email, ...(licence && { licence }) },
  }
}

async function readBack(clerk: Browser, booking: string): Promise<void> {
  for (let fresh = false; !fresh; ) {
    const answer = await clerk.ask(bookingCalled(booking))
    fresh = answer?.status === 200 && !answer.isStale
  }
}

/** Two times in the workshop: one is cancelled, one stays. */
async function work(clerk: Browser, id: string): Promise<void> {
  const path = `/api/admin/cars/${id}/maintenance`
  const schedule = async (days: Days) => {
    const asked = daysFromToday(days.from, days.count)
    const body = { ...asked, kind: 'service', note: null }
    const ask = { call: 'scheduleMaintenance', method: 'POST', path, body, asked: { id, ...asked } } as const
    return idOf(answered(await clerk.command(ask), 201))
  }
  const maintenanceId = await schedule({ from: 20, count: 2 })
  const asked = { id, maintenanceId }
  const gone = await clerk.command({
    call: 'cancelMaintenance',
    method: 'DELETE',
    path: `${path}/${maintenanceId}`,
    asked,
  })
  answered(gone, 200)
  await schedule({ from: 30, count: 2 })
}

/** A vehicle that a renter asks for in vain is put back. */
async function outOfService(platform: Platform, { tenant, canary, clerk, renter }: Business): Promise<void> {
  const [id] = tenant.vehicles
  if (id === undefined) throw new Error('there is no vehicle')
  const path = `/api/admin/cars/${id}/status`
  const make = async (status: string) => {
    const said = { call: 'changeVehicleStatus', method: 'PUT', path, body: { status }, asked: { id, status } } as const
    answered(await clerk.command(said), 200)
  }
  await make('unavailable')
  const form = formOf(platform, id, canary, { from: 60, count: 2 })
  answered(await renter.command({ call: 'requestBooking', method: 'POST', path: '/api/bookings', ...form }), 409)
  await make('available')
}

/** The renter's licence is found good, and then refused; and they are taken off the page. */
async function lookAfter(clerk: Browser): Promise<void> {
  let id: string | undefined
  while (id === undefined) {
    const page = await clerk.ask({ call: 'listCustomers', method: 'GET', path: '/api/admin/customers' })
    id = safeParse(Customers, page?.body).data?.[0]?.id
  }
  const path = `/api/admin/customers/${id}`
  const say = async (body: { readonly licenseStatus: string; readonly reason?: string }) => {
    const asked = { id, status: body.licenseStatus }
    const said = { call: 'changeLicenceStatus', method: 'PUT', path: `${path}/license-status`, body, asked } as const
    answered(await clerk.command(said), 200)
  }
  await say({ licenseStatus: 'verified' })
  await say({ licenseStatus: 'refused', reason: 'It is too dark.' })
  const hidden = `${path}/hide-from-customers-page`
  for (let times = 0; times < 2; times += 1)
    answered(await clerk.command({ call: 'hideCustomer', method: 'PATCH', path: hidden, asked: { id } }), 200)
}

const note = async (clerk: Browser, id: string): Promise<void> =>
  void answered(await clerk.command(noting(id, 'Has called.')), 200)

/** What is so already: nothing is written, and nobody is refused. */
async function onceMore(clerk: Browser, approved: string, rejected: string): Promise<void> {
  await change(clerk, approved, 'approved', 200)
  const path = `/api/admin/bookings/${rejected}/hide-from-recent`
  const hide = { call: 'hideBookingFromRecent', method: 'PATCH', path, asked: { id: rejected } } as const
  for (let times = 0; times < 2; times += 1) answered(await clerk.command(hide), 200)
}

/** A renter takes a request back and asks to cancel an approved booking, both once more, and is held to it, likewise twice. */
async function changeTheirMind(platform: Platform, business: Business, asked: string, approved: string): Promise<void> {
  const { tenant, renter, clerk } = business
  for (const id of [asked, approved]) {
    const bearing = bearerOf(platform, tenant.businessId, id)
    answered(await renter.commandTwice(cancelling(id, bearing)), 200)
    answered(await renter.command(cancelling(id, bearing)), 200)
    await shownTo(renter, ownBooking(id, bearing))
  }
  for (let times = 0; times < 2; times += 1) answered(await clerk.command(declining(approved)), 200)
  answered(await clerk.command(declining(asked)), 409)
}

async function keepFree(clerk: Browser, turnaroundDays: number): Promise<void> {
  const path = '/api/admin/business/settings'
  const now = await shownTo(clerk, { call: 'settings', method: 'GET', path })
  const settings = BusinessSettings.parse(now.body)
  const body = { ...settings, turnaroundDays }
  const asked = { version: settings.version, setting: 'turnaroundDays', value: turnaroundDays }
  answered(await clerk.command({ call: 'saveSettings', method: 'PUT', path, body, asked }), 200)
}
