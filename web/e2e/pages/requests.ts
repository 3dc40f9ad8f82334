import { BookedDates } from '@forecourt/contracts/booked-dates.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import * as z from 'zod/mini'
import type { Renter } from './portal.ts'
import { after, dayIn, harbour, licencePicture, someone } from './world.ts'

/** How far ahead the next request is, so that none is in another's way; after a failure the tests start with 400 again. */
let ahead = 400

/**
 * Requests that somebody has just made in the portal, without walking through it: for tests of what staff do with them.
 * @param page any page of the app: what it shows stands for a photograph of a licence
 */
export async function newRequests(page: Page, request: APIRequestContext, count: number): Promise<Renter[]> {
  const cars = z.parse(Fleet, await answer(request.get('/api/cars', { params: { businessSlug: harbour.slug } })))
  const car = cars.find(({ status }) => status === 'available')
  const booked = z.parse(BookedDates, await answer(request.get(`/api/cars/${car?.id}/booked-dates`)))
  const { buffer } = await licencePicture(page)
  // As a browser says where a call comes from.
  const headers = { Origin: new URL(page.url()).origin }
  const renters: Renter[] = []
  for (let made = 0; made < count; made += 1) {
    const renter = someone()
    const { uploadURL } = z.parse(
      UploadTarget,
      await answer(request.post('/api/objects/upload', { data: {}, headers })),
    )
    expect((await request.put(uploadURL, { data: buffer, headers: { 'Content-Type': 'image/png' } })).ok()).toBe(true)
    const data = { licenseImageURL: uploadURL }
    const { objectPath } = z.parse(StoredFile, await answer(request.put('/api/license-upload', { data, headers })))
    do ahead += 3
    while (booked.some(({ pickupDate, dropoffDate }) => pickupDate < dayIn(ahead + 2) && dayIn(ahead) < dropoffDate))
    const pickupDate = dayIn(ahead)
    await answer(
      request.post('/api/bookings', {
        headers,
        data: {
          carId: car?.id,
          pickupDate,
          dropoffDate: after(pickupDate, 2),
          customerName: renter.name,
          customerEmail: renter.email,
          customerPhone: renter.phone,
          customerAddress: renter.address,
          licenseImageUrl: objectPath,
        },
      }),
    )
    renters.push(renter)
  }
  return renters
}

/** Somebody who has just asked for a booking. */
export async function newRequest(page: Page, request: APIRequestContext): Promise<Renter> {
  const [renter] = await newRequests(page, request, 1)
  if (renter === undefined) throw new Error('no request was made')
  return renter
}

async function answer(sending: ReturnType<APIRequestContext['get']>): Promise<unknown> {
  const response = await sending
  expect(response.ok(), `${response.url()}: ${response.status()}`).toBe(true)
  return await response.json()
}
