import { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open.ts'

const given = opened(async ({ story }) => {
  const car = await story.vehicle(await story.business('Harbour Hire'), 'Ford Fiesta')
  return { rental: await story.request(car, '2026-07-10', '2026-07-13') }
})

/** What the renter's page says of the licence. */
async function licence() {
  const { world, desk, rental } = given()
  await world.caughtUp()
  const { businessId } = rental.car.tenant
  const token = mintBookingToken(keyFromBase64(world.lookupKey), { ...rental, businessId, version: 0 })
  const answer = await desk.get('/api/my-booking', { headers: { 'x-booking-token': token } })
  expect(answer.status).toBe(200)
  return RenterBooking.parse(answer.body).licence
}

describe('the renter’s own page says of their licence', () => {
  it('why it was refused, for as long as it is', async () => {
    const { world, rental } = given()
    expect(await licence()).toEqual({ status: 'pending', reason: null, mayReplace: true })
    await world.story.refuseLicence(rental, 'Too dark to read')
    expect(await licence()).toEqual({ status: 'refused', reason: 'Too dark to read', mayReplace: true })
    await world.story.replaceLicence(rental, '/objects/licences/another')
    expect(await licence()).toEqual({ status: 'pending', reason: null, mayReplace: true })
    await world.story.verifyLicence(rental)
    expect(await licence()).toEqual({ status: 'verified', reason: null, mayReplace: false })
  })
})
