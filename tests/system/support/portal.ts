import { randomUUID } from 'node:crypto'
import { StoredFile, UploadTarget } from '@forecourt/contracts/upload.ts'
import { addDays, DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
import { png } from '@forecourt/infra/testing/sample-files.ts'
import { z } from 'zod'
import { type Answer, type Client, idOf } from './client.ts'

const Fleet = z.array(z.object({ id: z.string(), status: z.string() }))

/** What a renter has after their request. */
export interface MadeBooking {
  readonly id: string
  readonly email: string
  readonly licence: string
}

/** A renter books a vehicle of the business through its portal: looks at the fleet, uploads a licence, sends the form. */
export async function book(renter: Client, businessSlug: string): Promise<MadeBooking> {
  const fleet = await expected(renter.send({ method: 'GET', path: `/api/cars?businessSlug=${businessSlug}` }), 200)
  const vehicle = Fleet.parse(fleet.body).find(({ status }) => status === 'available')
  if (vehicle === undefined) throw new Error(`${businessSlug} has no vehicle`)
  const licence = await uploadLicence(renter)
  const pickupDate = addDays(todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now())), 300)
  const email = `renter-${randomUUID().slice(0, 8)}@renters.example`
  const body = {
    carId: vehicle.id,
    pickupDate,
    dropoffDate: addDays(pickupDate, 3),
    customerName: 'Ada Byron',
    customerEmail: email,
    customerPhone: '07700900123',
    customerAddress: '12 Harbour Street',
    licenseImageUrl: licence,
  }
  const answer = await expected(renter.send({ method: 'POST', path: '/api/bookings', body }), 201)
  return { id: idOf(answer), email, licence }
}

/** A renter uploads their licence. @returns its path */
export async function uploadLicence(renter: Client): Promise<string> {
  const target = await expected(renter.send({ method: 'POST', path: '/api/objects/upload' }), 200)
  const { uploadURL } = UploadTarget.parse(target.body)
  const put = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(await png()) })
  if (!put.ok) throw new Error(`the upload was not taken: ${put.status} ${await put.text()}`)
  const body = { licenseImageURL: uploadURL }
  const stored = await expected(renter.send({ method: 'PUT', path: '/api/license-upload', body }), 200)
  return StoredFile.parse(stored.body).objectPath
}

async function expected(sending: Promise<Answer>, status: number): Promise<Answer> {
  const answer = await sending
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`)
  return answer
}
