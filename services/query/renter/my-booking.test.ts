import { Customers } from '@forecourt/contracts/customer.ts'
import { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { describe, expect, it } from 'vitest'
import { opened } from '../testing/open.ts'

const given = opened(async ({ story }) => {
  const car = await story.vehicle(await story.business('Harbour Hire'), 'Ford Fiesta')
  return { car, rental: await story.request(car, '2026-07-10', '2026-07-13') }
})

/** What the renter's page says of the licence. */
async function licence(rental = given().rental) {
  const { world, desk } = given()
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

  it('and of each picture by itself, when they have hired before', async () => {
    const { world, desk, car } = given()
    const { story } = world
    const ada = { email: 'ada@example.com', name: 'Ada' }
    const ask = (month: string) => story.request(car, `2026-${month}-01`, `2026-${month}-03`, ada)
    const theirs = async () => {
      const answer = await desk.get('/api/admin/customers', { session: await desk.signIn(car.tenant) })
      const { licenseStatus, licenseImageUrl } =
        Customers.parse(answer.body).find(({ email }) => email === ada.email) ?? {}
      return [licenseStatus, licenseImageUrl]
    }
    const waits = { status: 'pending', reason: null, mayReplace: true }

    const first = await ask('08')
    await story.verifyLicence(first)
    await story.approve(first)
    const second = await ask('09')
    expect(await licence(second), 'nobody has looked at the second picture').toEqual(waits)
    const third = await ask('10')
    await story.refuseLicence(second, 'Too dark to read')
    for (const waiting of [second, third]) {
      expect(await licence(waiting)).toEqual({ status: 'refused', reason: 'Too dark to read', mayReplace: true })
    }
    const fourth = await ask('11')
    expect(await licence(fourth), 'it came after that was said').toEqual(waits)

    await story.replaceLicence(second, '/objects/licences/better')
    expect(await licence(second)).toEqual(waits)
    expect(await theirs()).toEqual(['pending', '/objects/licences/better'])
    await story.verifyLicence(second)
    expect(await licence(second)).toEqual({ status: 'verified', reason: null, mayReplace: false })
    await story.approve(second)
    await world.caughtUp()
    expect(await theirs()).toEqual(['verified', '/objects/licences/better'])
    expect(await licence(fourth)).toEqual(waits)

    await story.replaceLicence(fourth, '/objects/licences/of-the-fourth')
    expect(await licence(fourth)).toEqual(waits)
    expect(await theirs(), 'what is verified stays').toEqual(['verified', '/objects/licences/better'])
  })
})
