import { randomUUID } from 'node:crypto'
import { RenterCancelled } from '@forecourt/contracts/renter-booking.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { decode, open } from '@forecourt/event-log/codec.ts'
import { withOtherEnd } from '@forecourt/infra/testing/other-end.ts'
import { type BookingLink, mintBookingToken } from '@forecourt/kit/booking-link.ts'
import { mintContractPath } from '@forecourt/kit/object-path.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onBooking } from '../booking/on-booking.ts'
import { deactivateBusiness } from '../business/deactivate.ts'
import { type Answer, type Browser, idOf } from '../testing/browser.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'

let world: World
let command: Running
let elsewhere: Running
let tenant: Tenant
let staff: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  elsewhere = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  await staff.signIn(tenant)
})
afterAll(() => world.stop())

const SHA = 'a'.repeat(64)
const signature = { sha256: SHA, name: 'Ada Byron', consent: true }

async function pending(change = {}, of = tenant): Promise<string> {
  const car = await world.vehicle(command, of)
  const customerEmail = `${randomUUID()}@example.com`
  return idOf(
    await command.browser().post('/api/bookings', bookingOf(car, world.licence(), { customerEmail, ...change })),
  )
}

async function approved(change = {}): Promise<string> {
  const id = await pending(change)
  expect((await decide(id, 'approved')).status).toBe(200)
  return id
}

/** The worker makes the contract of the approval. */
async function withContract(id: string): Promise<string> {
  const issueId = firstIssueOf(BookingId.parse(id))
  const contractPath = mintContractPath(command.core.lookupKey, tenant.businessId, `made-for:${issueId}`)
  const recorded = await onBooking(command.core, world.call(), tenant, id, {
    resource: 'test',
    asked: {},
    needsCustomer: 'key',
    filePath: contractPath,
    commandOn: (booking) => ({
      type: 'recordContract',
      ...booking,
      issueId,
      contractPath,
      sha256: SHA,
      termsVersion: 0,
    }),
    answer: () => null,
  })
  expect(recorded.ok).toBe(true)
  return id
}

const decide = (id: string, status: string) => staff.put(`/api/admin/bookings/${id}`, { status })
const tokenOf = (id: string, link: Partial<BookingLink> = {}) =>
  mintBookingToken(command.core.lookupKey, {
    bookingId: BookingId.parse(id),
    businessId: tenant.businessId,
    version: 0,
    ...link,
  })

interface Call {
  readonly token?: string
  readonly key?: string
  readonly at?: Running
}
const headersOf = (id: string, { token = tokenOf(id), key }: Call) => ({
  'x-booking-token': token,
  ...(key === undefined ? {} : { 'idempotency-key': key }),
})
const cancel = (id: string, call: Call = {}) =>
  (call.at ?? command).browser().post('/api/my-booking/cancellation', undefined, { headers: headersOf(id, call) })
const sign = (id: string, call: Call = {}, body: object = signature) =>
  (call.at ?? command).browser().post('/api/my-booking/signature', body, { headers: headersOf(id, call) })
const replace = (id: string, licenseImageUrl: string, call: Call = {}) =>
  (call.at ?? command).browser().put('/api/my-booking/license', { licenseImageUrl }, { headers: headersOf(id, call) })
const decline = (id: string, who = staff, seen?: { readonly askedAt: string }, headers = {}) =>
  who.post(`/api/admin/bookings/${id}/cancellation-request/decline`, seen, { headers })
const reissue = (id: string, headers = {}, who = staff) =>
  who.post(`/api/admin/bookings/${id}/link`, undefined, { headers })

const factsOf = async (id: string) =>
  (await world.events()).filter(({ data }) => data.includes(id)).map((event) => decode(event))
const typesOf = async (id: string) => (await factsOf(id)).map(({ type }) => type)
async function customerOf(id: string): Promise<string> {
  const [request] = await factsOf(id)
  if (request?.type !== 'BookingRequested' || request.kind !== 'fact') throw new Error('no request')
  return request.data.customerId
}
/** All of an answer that does not differ from one request to the next. */
const bytesOf = ({ status, headers, text }: Answer) => [
  status,
  text,
  ...[...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
]

describe('POST /api/my-booking/cancellation', () => {
  it('takes back a request at once; again, nothing happens', async () => {
    const id = await pending()
    for (const answer of [await cancel(id), await cancel(id), await cancel(id, { at: elsewhere })]) {
      expect([answer.status, answer.body]).toEqual([200, { outcome: 'cancelled' }])
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect(await typesOf(id)).toEqual(['BookingRequested', 'BookingWithdrawn'])
    expect((await decide(id, 'approved')).problem.code).toBe('transition-not-allowed')
  })

  it('asks the business about an approved booking, which can be asked again when it has declined', async () => {
    const id = await approved()
    const key = randomUUID()
    for (const answer of [await cancel(id, { key }), await cancel(id, { key, at: elsewhere }), await cancel(id)]) {
      expect([answer.status, answer.body]).toEqual([200, { outcome: 'asked' }])
    }
    for (const answer of [await decline(id), await decline(id)]) {
      expect([answer.status, answer.body]).toEqual([200, { id, declined: true }])
    }
    expect((await cancel(id)).body).toEqual({ outcome: 'asked' })
    expect((await decide(id, 'rejected')).status).toBe(200)
    const tooLate = await decline(id)
    expect([tooLate.status, tooLate.problem.code]).toEqual([409, 'booking-cancelled'])
    expect((await cancel(id)).body).toEqual({ outcome: 'cancelled' })
    expect((await typesOf(id)).slice(2)).toEqual([
      'CancellationRequested',
      'CancellationDeclined',
      'CancellationRequested',
      'BookingCancelled',
    ])
  })

  it('is answered once: what a colleague has kept meanwhile is not cancelled, and what is asked anew is not declined', async () => {
    const id = await approved()
    /** The renter asks, through another process or the one that is answered by. @returns when, as the booking's row says */
    const asked = async (at: Running) => {
      world.clock.now = new Date(world.clock.now.getTime() + 60_000)
      expect((await cancel(id, { at })).body).toEqual({ outcome: 'asked' })
      return world.clock.now.toISOString()
    }
    const agree = (askedAt: string, headers = {}) =>
      staff.put(`/api/admin/bookings/${id}`, { status: 'rejected', from: 'approved', askedAt }, { headers })
    const first = await asked(elsewhere)
    const key = { 'idempotency-key': randomUUID() }
    for (const answer of [
      await decline(id, staff, { askedAt: first }, key),
      await decline(id, staff, { askedAt: first }, key),
      await decline(id, staff, { askedAt: first }),
    ]) {
      expect([answer.status, answer.body]).toEqual([200, { id, declined: true }])
    }
    expect((await agree(first)).problem).toMatchObject({
      status: 409,
      code: 'cancellation-answered',
      message:
        'Somebody has answered this renter meanwhile: the booking stands. Use Cancel Booking if it is to be cancelled all the same.',
    })
    const second = await asked(command)
    const again =
      'Somebody has answered this renter meanwhile, and the renter has asked to cancel again. Look at the booking before you answer.'
    for (const { problem } of [await decline(id, staff, { askedAt: first }), await agree(first)]) {
      expect(problem).toMatchObject({ status: 409, code: 'cancellation-answered', message: again })
    }
    // The key's own answer of that time, whatever has happened since.
    expect((await decline(id, staff, { askedAt: first }, key)).body).toEqual({ id, declined: true })
    // Through a process that reads all of it from the log.
    const later = await world.start()
    const colleague = later.browser()
    await colleague.signIn(tenant)
    expect((await decline(id, colleague, { askedAt: first })).problem.code).toBe('cancellation-answered')
    const granted = { 'idempotency-key': randomUUID() }
    for (const answer of [await agree(second, granted), await agree(second, granted), await agree(second)]) {
      expect([answer.status, answer.body]).toEqual([200, { id, status: 'rejected' }])
    }
    expect((await typesOf(id)).slice(2)).toEqual([
      'CancellationRequested',
      'CancellationDeclined',
      'CancellationRequested',
      'BookingCancelled',
    ])
  })

  it('is too late from the day of the pickup on, in the zone of the business', async () => {
    const [today, tomorrow] = ['2026-11-21', '2026-11-22']
    const begun = await approved({ pickupDate: today, dropoffDate: '2026-11-25' })
    const ahead = await approved({ pickupDate: tomorrow, dropoffDate: '2026-11-25' })
    expect((await cancel(begun)).problem).toMatchObject({ status: 409, code: 'cancellation-too-late' })
    expect((await cancel(ahead)).body).toEqual({ outcome: 'asked' })
    await decide(begun, 'completed')
    expect((await cancel(begun)).problem.code).toBe('cancellation-too-late')
    expect(await typesOf(begun)).not.toContain('CancellationRequested')
  })

  it('and an approval at the same moment, in two processes: the request is withdrawn or the business is asked, never both', async () => {
    const outcomes = { cancelled: 0, asked: 0 }
    // Of one vehicle, so that both processes know its schedule already and neither has a start.
    const carId = await world.vehicle(command, tenant)
    for (let round = 0; round < 15; round += 1) {
      const [pickupDate, dropoffDate] = [`2027-01-${10 + round}`, `2027-01-${11 + round}`]
      const id = await pending({ carId, pickupDate, dropoffDate })
      const isRenterFirst = round % 2 === 0
      const racers = [() => cancel(id, { at: elsewhere }), () => decide(id, 'approved')]
      const answers = await Promise.all((isRenterFirst ? racers : racers.toReversed()).map((go) => go()))
      const [cancelled, decided] = isRenterFirst ? answers : answers.toReversed()
      const types = await typesOf(id)
      const { outcome } = RenterCancelled.parse(cancelled?.body)
      const wasWithdrawn = outcome === 'cancelled'
      expect([round, cancelled?.status, decided?.status, types]).toEqual(
        wasWithdrawn
          ? [round, 200, 409, ['BookingRequested', 'BookingWithdrawn']]
          : [round, 200, 200, ['BookingRequested', 'BookingApproved', 'CancellationRequested']],
      )
      outcomes[wasWithdrawn ? 'cancelled' : 'asked'] += 1
    }
    console.log(`cancellation against approval: ${outcomes.cancelled} withdrawn, ${outcomes.asked} asked`)
  })
})

describe('POST /api/my-booking/signature', () => {
  it('signs as the renter, with the evidence; once by its key', async () => {
    const id = await withContract(await approved())
    const key = randomUUID()
    const headers = { ...headersOf(id, { key }), 'user-agent': 'Phone of the renter' }
    const send = (at = command) => at.browser().post('/api/my-booking/signature', signature, { headers })
    const first = await send()
    expect([first.status, first.body]).toEqual([
      200,
      { id, sha256: SHA, signedBy: 'renter', signedAt: world.clock.now.toISOString() },
    ])
    for (const again of [await send(), await send(elsewhere)]) expect(again.text).toBe(first.text)
    const fact = (await factsOf(id)).find(({ type }) => type === 'ContractSigned')
    if (fact?.type !== 'ContractSigned' || fact.kind !== 'fact') throw new Error('not signed')
    const keys = await command.core.vault.keysOf([fact.data.customerId])
    expect(open(fact, keys)).toMatchObject({ name: 'Ada Byron', address: '127.0.0.1', device: 'Phone of the renter' })
  })

  it('is refused for another document, a second time, before there is one, and without an agreement', async () => {
    expect((await sign(await pending())).problem.code).toBe('booking-not-approved')
    const id = await approved()
    expect((await sign(id)).problem.code).toBe('contract-missing')
    await withContract(id)
    expect((await sign(id, {}, { ...signature, sha256: 'b'.repeat(64) })).problem.code).toBe('contract-changed')
    expect((await sign(id, {}, { ...signature, consent: false })).status).toBe(422)
    expect((await sign(id)).status).toBe(200)
    expect((await sign(id)).problem).toMatchObject({ status: 409, code: 'contract-signed' })
  })

  it('at once on the phone and at the desk, in two processes: one signature counts', async () => {
    const id = await withContract(await approved())
    const answers = await Promise.all([
      sign(id),
      sign(id, { at: elsewhere }),
      staff.post(`/api/admin/bookings/${id}/contract/signature`, signature),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    expect((await typesOf(id)).filter((type) => type === 'ContractSigned')).toHaveLength(1)
  })
})

describe('PUT /api/my-booking/license', () => {
  it('takes another picture while the request waits, sealed; staff’s word on the last one does not hold for it', async () => {
    const id = await pending()
    const licence = world.licence()
    const key = randomUUID()
    for (const answer of [await replace(id, licence, { key }), await replace(id, licence, { key })]) {
      expect([answer.status, answer.body]).toEqual([200, { replaced: true }])
    }
    const facts = await factsOf(id)
    expect(facts.map(({ type }) => type)).toEqual(['BookingRequested', 'BookingLicenceReplaced'])
    const fact = facts.at(-1)
    if (fact?.type !== 'BookingLicenceReplaced' || fact.kind !== 'fact') throw new Error('not replaced')
    expect(open(fact, await command.core.vault.keysOf([fact.data.customerId]))).toEqual({ licencePath: licence })
    expect(JSON.stringify((await world.events()).map(({ data }) => data))).not.toContain(licence)
  })

  it('is refused once staff have answered or verified it', async () => {
    expect((await replace(await approved(), world.licence())).problem).toMatchObject({
      status: 409,
      code: 'booking-not-pending',
    })
    const id = await pending()
    await staff.put(`/api/admin/customers/${await customerOf(id)}/license-status`, { licenseStatus: 'verified' })
    expect((await replace(id, world.licence())).problem).toMatchObject({ status: 409, code: 'licence-verified' })
  })

  it('takes no made-up path, and nobody else’s licence: both are unknown, with the same bytes', async () => {
    const id = await pending()
    const taken = world.licence()
    await pending({ licenseImageUrl: taken })
    const madeUp = `/objects/licences/${'A'.repeat(22)}${'B'.repeat(16)}`
    const [unknown, others] = [await replace(id, madeUp), await replace(id, taken)]
    expect(unknown.problem).toMatchObject({ status: 422, code: 'licence-unknown' })
    expect(others.text).toBe(unknown.text)
    expect((await replace(id, 'https://elsewhere.example/x.png')).status).toBe(422)
    expect(await typesOf(id)).toEqual(['BookingRequested'])
  })
})

describe('the link', () => {
  it('is given out anew by staff: the one before leads nowhere from then on, in any process', async () => {
    const id = await pending()
    const key = { 'idempotency-key': randomUUID() }
    for (const answer of [await reissue(id, key), await reissue(id, key)]) {
      expect([answer.status, answer.body]).toEqual([200, { id, sent: true }])
    }
    for (const at of [command, elsewhere]) expect((await cancel(id, { at })).status).toBe(404)
    const second = tokenOf(id, { version: 1 })
    await reissue(id)
    expect((await cancel(id, { token: second, at: elsewhere })).status).toBe(404)
    expect((await cancel(id, { token: tokenOf(id, { version: 2 }), at: elsewhere })).status).toBe(200)
    expect((await typesOf(id)).filter((type) => type === 'BookingLinkReissued')).toHaveLength(2)
  })

  it('of another booking, business or version, of an erased renter, of a closed business, and rubbish: one 404', async () => {
    const id = await pending()
    const erased = await pending()
    expect((await staff.send('DELETE', `/api/admin/customers/${await customerOf(erased)}`)).status).toBe(200)
    const closed = await world.tenant(command, 'Closed Cars')
    const ofClosed = await pending({}, closed)
    await deactivateBusiness(command.core, command.pool, world.call(), closed.businessId, 'unpaid')
    const other = await world.tenant(command, 'Northern Wheels')
    const never = `${id.slice(0, 37)}01JD2Q9Z3V8X6W5T4R3E2Q1A0B`
    const tokens = [
      '',
      'rubbish',
      'A'.repeat(96),
      withOtherEnd(tokenOf(id)),
      tokenOf(never),
      tokenOf(id, { version: 1 }),
      tokenOf(id, { businessId: other.businessId }),
      tokenOf(erased),
      tokenOf(ofClosed, { businessId: closed.businessId }),
    ]
    const head = (await world.events()).length
    const answers: Answer[] = []
    for (const token of tokens) {
      answers.push(
        await cancel(id, { token }),
        await sign(id, { token }),
        await replace(id, world.licence(), { token }),
      )
    }
    const [first] = answers
    if (first === undefined) throw new Error('nobody asked')
    expect(first.problem).toMatchObject({ status: 404, code: 'not-found' })
    for (const answer of answers) expect(bytesOf(answer)).toEqual(bytesOf(first))
    expect((await world.events()).length).toBe(head)
    expect((await cancel(id)).status).toBe(200)
  })

  it('is tried so often by an address and no more; one that leads somewhere costs nothing', async () => {
    const strict = await world.start({ rateLimitFactor: 5 / 120 })
    const id = await pending()
    for (let n = 0; n < 8; n += 1) expect((await cancel(id, { at: strict })).status).toBe(200)
    for (let n = 0; n < 5; n += 1) expect((await cancel(id, { token: 'rubbish', at: strict })).status).toBe(404)
    const refused = await cancel(id, { token: 'rubbish', at: strict })
    expect(refused.problem).toMatchObject({ status: 429, code: 'too-many-requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Others behind that address have links that were made here: theirs work, and those that were replaced lead nowhere as ever.
    expect((await cancel(id, { at: strict })).status).toBe(200)
    expect((await cancel(id, { token: tokenOf(id, { version: 7 }), at: strict })).status).toBe(404)
    await strict.stop()
  })

  it('is in no log', async () => {
    const id = await pending()
    await cancel(id)
    await cancel(id, { token: `${tokenOf(id)}x` })
    expect(command.lines.join('\n')).not.toContain(tokenOf(id).slice(0, 40))
  })

  it('and answers to those who ask to cancel are for the business’s own staff', async () => {
    const id = await approved()
    const others = command.browser()
    await others.signIn(await world.tenant(command, 'Southern Vans'))
    expect([(await decline(id, others)).status, (await reissue(id, {}, others)).status]).toEqual([404, 404])
    const nobody = command.browser()
    expect([(await decline(id, nobody)).status, (await reissue(id, {}, nobody)).status]).toEqual([401, 401])
    const erased = await pending()
    await staff.send('DELETE', `/api/admin/customers/${await customerOf(erased)}`)
    expect((await reissue(erased)).problem).toMatchObject({ status: 409, code: 'customer-erased' })
  })
})
