import { randomUUID } from 'node:crypto'
import { BookingReceipt } from '@forecourt/contracts/booking.ts'
import { Fleet } from '@forecourt/contracts/fleet.ts'
import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import type { APIRequestContext } from '@playwright/test'
import * as z from 'zod/mini'
import { dayIn, type Stage } from './stage.ts'

/** What the renter of the pictures is called; the next one has the next name. */
const NAMES = ['Freya Lindqvist', 'Owen Pritchard', 'Amara Okafor', 'Tomasz Zielinski', 'Eleanor Whitby'] as const
let turn = 0
/** How far ahead the next request is, so that none is in another's way. */
let ahead = 70

/** Somebody who asks for a vehicle. */
export function renter(): {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly address: string
} {
  const name = NAMES[turn % NAMES.length] ?? NAMES[0]
  turn += 1
  const email = `${name.toLowerCase().replace(' ', '.')}.${turn}@example.com`
  return { name, email, phone: '07700900123', address: '12 Harbour Street, Bristol BS1 4RN' }
}

/** Two days that nobody has asked for. */
export function freeDays(): { readonly pickup: string; readonly dropoff: string } {
  ahead += 3
  return { pickup: dayIn(ahead), dropoff: dayIn(ahead + 2) }
}

/** Makes a request as the portal does; gives the booking's id and the customer's name. */
export async function somebodyAsks({ stranger, business, licence }: Stage): Promise<{ id: string; name: string }> {
  const cars = z.parse(Fleet, await said(stranger.get('/api/cars', { params: { businessSlug: business.slug } })))
  const { uploadURL } = z.parse(UploadTarget, await said(stranger.post('/api/objects/upload', { data: {} })))
  await stranger.put(uploadURL, { data: licence, headers: { 'Content-Type': 'image/png' }, failOnStatusCode: true })
  const taken = { data: { licenseImageURL: uploadURL } }
  const { objectPath } = z.parse(StoredFile, await said(stranger.put('/api/license-upload', taken)))
  const { name, email, phone, address } = renter()
  const { pickup, dropoff } = freeDays()
  const data = {
    carId: cars.find(({ status }) => status === 'available')?.id,
    pickupDate: pickup,
    dropoffDate: dropoff,
    customerName: name,
    customerEmail: email,
    customerPhone: phone,
    customerAddress: address,
    licenseImageUrl: objectPath,
  }
  const { id } = z.parse(BookingReceipt, await said(stranger.post('/api/bookings', { data })))
  return { id, name }
}

/** The answer of a call that worked. */
export async function said(sending: ReturnType<APIRequestContext['get']>): Promise<unknown> {
  const answer = await sending
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
  return await answer.json()
}

/** Decides about a booking from another desk. */
export async function colleagueDecides(
  { colleague }: Stage,
  id: string,
  status: 'approved' | 'rejected',
): Promise<void> {
  await colleague.put(`/api/admin/bookings/${id}`, {
    data: { status },
    headers: { 'Idempotency-Key': randomUUID() },
    failOnStatusCode: true,
  })
}
