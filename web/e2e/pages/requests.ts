import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { BookingReceipt } from '@forecourt/contracts/booking.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import { DeskPage } from './desk.ts'
import { Inbox } from './inbox.ts'
import type { LicenceFile, Renter } from './portal.ts'
import { heading, MADE } from './renter.ts'
import { after, dayIn, harbour, licencePicture, someone } from './world.ts'

/** How far ahead the next request is, so that none is in another's way; after a failure the tests start with 400 again. */
let ahead = 400
/** Each time another vehicle is asked for: no vehicle may have more than fifty requests that wait for an answer. */
let turn = 0

/**
 * Requests that somebody has just made in the portal, without walking through it: for tests of what staff do with them.
 * @param page any page of the app: what it shows stands for a photograph of a licence
 * @param who makes each of them
 */
export async function newRequests(
  page: Page,
  request: APIRequestContext,
  count: number,
  who = someone,
): Promise<Renter[]> {
  const cars = z.parse(Fleet, await answer(request.get('/api/cars', { params: { businessSlug: harbour.slug } })))
  const available = cars.filter(({ status }) => status === 'available')
  const carId = available[turn % available.length]?.id ?? ''
  turn += 1
  const booked = z.parse(BookedDates, await answer(request.get(`/api/cars/${carId}/booked-dates`)))
  const picture = await licencePicture(page)
  const renters: Renter[] = []
  for (let made = 0; made < count; made += 1) {
    do ahead += 3
    while (booked.some(({ pickupDate, dropoffDate }) => pickupDate < dayIn(ahead + 2) && dayIn(ahead) < dropoffDate))
    const pickupDate = dayIn(ahead)
    const wish = { carId, pickupDate, dropoffDate: after(pickupDate, 2) }
    const { renter } = await ask(page, request, picture, wish, who())
    renters.push(renter)
  }
  return renters
}

interface Wish {
  readonly carId: string
  readonly pickupDate: string
  readonly dropoffDate: string
}

/** A request that somebody has just made for this vehicle and these days. */
export const newRequestFor = async (page: Page, request: APIRequestContext, wish: Wish) =>
  await ask(page, request, await licencePicture(page), wish)

async function ask(
  page: Page,
  request: APIRequestContext,
  { buffer }: LicenceFile,
  wish: Wish,
  renter: Renter = someone(),
) {
  // As a browser says where a call comes from.
  const headers = { Origin: new URL(page.url()).origin }
  const { uploadURL } = z.parse(UploadTarget, await answer(request.post('/api/objects/upload', { data: {}, headers })))
  expect((await request.put(uploadURL, { data: buffer, headers: { 'Content-Type': 'image/png' } })).ok()).toBe(true)
  const data = { licenseImageURL: uploadURL }
  const { objectPath } = z.parse(StoredFile, await answer(request.put('/api/license-upload', { data, headers })))
  const made = await answer(
    request.post('/api/bookings', {
      headers,
      data: {
        ...wish,
        customerName: renter.name,
        customerEmail: renter.email,
        customerPhone: renter.phone,
        customerAddress: renter.address,
        licenseImageUrl: objectPath,
      },
    }),
  )
  // Whoever looks next finds it: who has just written is answered when the rows hold that.
  await answer(request.get(`/api/cars/${wish.carId}/booked-dates`))
  return { renter, booking: z.parse(BookingReceipt, made) }
}

/** Somebody who has just asked for a booking. */
export async function newRequest(page: Page, request: APIRequestContext): Promise<Renter> {
  const [renter] = await newRequests(page, request, 1)
  if (renter === undefined) throw new Error('no request was made')
  return renter
}

/** Somebody who has just asked for a booking, with the link to its page from their mail; nobody is signed in at the desk yet. */
export async function requestWithLink(page: Page, request: APIRequestContext) {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const { name, email } = await newRequest(page, request)
  const inbox = new Inbox(request)
  return { staff, name, email, inbox, link: await inbox.bookingPage(email) }
}

/** A renter at their own page, whose request waits for an answer. */
export async function renterWhoWaits(page: Page, request: APIRequestContext, renter: Page) {
  const asked = await requestWithLink(page, request)
  await renter.goto(asked.link)
  await expect(heading(renter)).toHaveText('Your request is being looked at')
  return asked
}

/** Staff at their bookings, among them a request that somebody has just made. */
export async function deskWithRequest(page: Page, request: APIRequestContext) {
  const staff = new DeskPage(page)
  await staff.openSignIn(harbour.slug)
  const { name: customer, email } = await newRequest(page, request)
  await staff.signInTo(harbour.slug, harbour.staff)
  return { staff, customer, email }
}

/** Staff at a booking that they have just approved, whose contract waits to be signed. */
export async function deskWithContractToSign(page: Page, request: APIRequestContext) {
  const { staff, customer, email } = await deskWithRequest(page, request)
  await staff.decide('Approve', customer)
  await expect(staff.booking(customer)).toContainText('Approved')
  await staff.openDetails(customer)
  await expect(staff.details.getByText('To be signed', { exact: true })).toBeVisible(MADE)
  return { staff, customer, email }
}

async function answer(sending: ReturnType<APIRequestContext['get']>): Promise<unknown> {
  const response = await sending
  expect(response.ok(), `${response.url()}: ${response.status()}`).toBe(true)
  return await response.json()
}
