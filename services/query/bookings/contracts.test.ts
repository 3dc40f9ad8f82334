import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { scheduleStream } from '@forecourt/domain/streams.ts'
import { encodeAll } from '@forecourt/event-log/codec.ts'
import { describe, expect, it } from 'vitest'
import { compareReadModels } from '../projection/compare.ts'
import { rebuild } from '../projection/rebuild.ts'
import { LIVE } from '../projection/schema-name.ts'
import { opened } from '../testing/open.ts'
import type { Rental } from '../testing/rental.ts'

const [A, B, COPY] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)]
const AGAIN = '5f0e6a55-7d0b-4a53-a1a0-3f8a7a1c6c11'
const SIGNATURE = '0b0c3c8e-6a2f-4d3f-9c55-8a7f1b2c3d4e'
const NONE = { state: 'none', beingMade: false, sha256: null, signedBy: null, signedAt: null, versions: [] }

const given = opened(async ({ story }, desk) => {
  const harbour = await story.business('Harbour Contracts')
  const fiesta = await story.vehicle(harbour, 'Ford Fiesta')
  let month = 0
  return {
    /** A booking that nobody has approved. */
    request: () => story.request(fiesta, `2027-${String((month % 12) + 1).padStart(2, '0')}-10`, nextDay(month++)),
    staff: await desk.signIn(harbour),
  }
})

const nextDay = (month: number) => `2027-${String((month % 12) + 1).padStart(2, '0')}-12`

async function happened(
  { bookingId, customerId, car }: Rental,
  type: string,
  data: object = {},
  { personal, actorKind = 'system' }: { personal?: object; actorKind?: 'system' | 'import' } = {},
): Promise<void> {
  const { world } = given()
  const { businessId } = car.tenant
  const stream = scheduleStream(car.vehicleId)
  const commandId = crypto.randomUUID()
  const key = (await world.vault.keysOf([customerId])).get(customerId)
  const event = { type, data: { bookingId, businessId, customerId, ...data }, ...(personal ? { personal } : {}) }
  const metadata = {
    tenantId: businessId,
    actorKind,
    actorId: 'test',
    commandId,
    commandDigest: '',
    $correlationId: commandId,
    $causationId: commandId,
    occurredAt: '2026-11-21T10:00:00.000Z',
    appVersion: '0',
    dataSubject: customerId,
  }
  await world.eventLog.append(stream, 'any', encodeAll(stream, [event], key, metadata))
}

const approve = (rental: Rental, actorKind: 'system' | 'import' = 'system') =>
  happened(rental, 'BookingApproved', { pickupDate: rental.pickupDate, dropoffDate: rental.dropoffDate }, { actorKind })
const generate = (rental: Rental, issueId: string = firstIssueOf(rental.bookingId), sha256 = A, termsVersion = 1) =>
  happened(rental, 'ContractGenerated', { issueId, sha256, termsVersion, contractPath: `/objects/contracts/${sha256}` })
const sign = (rental: Rental, sha256 = A) =>
  happened(
    rental,
    'ContractSigned',
    { signatureId: SIGNATURE, sha256, signedBy: 'desk', signedAt: '2026-11-21T09:59:00.000Z' },
    { personal: { name: 'CANARY', strokes: null, consent: 'CANARY', address: 'CANARY', device: null } },
  )
const fileCopy = (rental: Rental) =>
  happened(rental, 'SignedContractFiled', {
    signatureId: SIGNATURE,
    sha256: COPY,
    contractPath: `/objects/contracts/${COPY}`,
  })

async function told({ bookingId }: Rental) {
  const { desk, world, staff } = given()
  await world.caughtUp()
  const answer = await desk.get('/api/admin/bookings', { session: staff })
  expect(answer.text).not.toContain('CANARY')
  const booking = AdminBookings.parse(answer.body).find(({ id }) => id === bookingId)
  return booking && { generated: booking.contractGenerated, path: booking.contractPath, ...booking.contract }
}

const version = (kind: string, sha256: string | null, termsVersion: number | null = 1) => ({
  kind,
  path: `/objects/contracts/${sha256}`,
  sha256,
  termsVersion,
  at: '2026-11-21T10:00:00.000Z',
})

describe('the contract of a booking, as staff see it', () => {
  it('is none, then being made, then there; only then is it generated', async () => {
    const rental = await given().request()
    expect(await told(rental)).toEqual({ generated: false, path: null, ...NONE })
    await approve(rental)
    expect(await told(rental)).toEqual({ generated: false, path: null, ...NONE, beingMade: true })
    await generate(rental)
    expect(await told(rental)).toEqual({
      ...NONE,
      generated: true,
      path: `/objects/contracts/${A}`,
      state: 'unsigned',
      sha256: A,
      versions: [version('issued', A)],
    })
  })

  it('is not being made when the booking is cancelled, or came from elsewhere', async () => {
    const [cancelled, imported] = [await given().request(), await given().request()]
    await approve(cancelled)
    await happened(cancelled, 'BookingCancelled', { reason: null })
    await approve(imported, 'import')
    for (const rental of [cancelled, imported]) expect((await told(rental))?.beingMade).toBe(false)
  })

  it('is signed at once, and its signed copy holds as soon as there is one', async () => {
    const rental = await given().request()
    for (const step of [approve, generate, sign]) await step(rental)
    const signed = { state: 'signed', signedBy: 'desk', signedAt: '2026-11-21T09:59:00.000Z', sha256: A }
    expect(await told(rental)).toMatchObject({ ...signed, path: `/objects/contracts/${A}` })
    await fileCopy(rental)
    expect(await told(rental)).toMatchObject({
      ...signed,
      path: `/objects/contracts/${COPY}`,
      versions: [version('issued', A), version('signed', COPY)],
    })
    await happened(rental, 'BookingCompleted')
    expect(await told(rental)).toMatchObject(signed)
  })

  it('keeps every version when it is made anew; the one that is signed late holds no more', async () => {
    const rental = await given().request()
    for (const step of [approve, generate, sign]) await step(rental)
    await happened(rental, 'ContractIssueRequested', { issueId: AGAIN })
    expect(await told(rental)).toMatchObject({ state: 'signed', beingMade: true })
    await generate(rental, AGAIN, B, 2)
    await fileCopy(rental)
    expect(await told(rental)).toEqual({
      ...NONE,
      generated: true,
      path: `/objects/contracts/${B}`,
      state: 'unsigned',
      sha256: B,
      versions: [version('issued', A), version('issued', B, 2), version('signed', COPY, null)],
    })
  })

  it('can be on paper, and then none was generated', async () => {
    const rental = await given().request()
    await approve(rental)
    await happened(rental, 'ContractUploaded', { contractPath: '/objects/contracts/null' })
    expect(await told(rental)).toEqual({
      ...NONE,
      generated: false,
      path: '/objects/contracts/null',
      state: 'uploaded',
      versions: [version('uploaded', null, null)],
    })
  })

  it('is none when its customer is erased', async () => {
    const rental = await given().request()
    for (const step of [approve, generate, sign, fileCopy]) await step(rental)
    await given().world.story.erase(rental)
    expect(await told(rental)).toEqual({ generated: false, path: null, ...NONE })
  })

  it('is the same in a read model that is built anew', async () => {
    const { world } = given()
    await world.caughtUp()
    await rebuild({ ...world.projection('read_again'), eventLog: world.eventLog })
    expect(await compareReadModels(world.pool, LIVE, 'read_again')).toEqual([])
  })
})
