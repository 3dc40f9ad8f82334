import { randomUUID } from 'node:crypto'
import { MOST_POINTS, MOST_STROKES } from '@forecourt/contracts/contract.ts'
import { UploadTarget } from '@forecourt/contracts/upload.ts'
import { BookingId } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { decode, open } from '@forecourt/event-log/codec.ts'
import { withOtherEnd } from '@forecourt/infra/testing/other-end.ts'
import { jpeg } from '@forecourt/infra/testing/sample-files.ts'
import { mintContractPath, storageKey } from '@forecourt/kit/object-path.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { onBooking } from '../booking/on-booking.ts'
import { type Browser, idOf } from '../testing/browser.ts'
import { bookingOf, createWorld, type Running, type Tenant, type World } from '../testing/world.ts'
import { signContract } from './sign.ts'

let world: World
let command: Running
let tenant: Tenant
let staff: Browser
let others: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
  tenant = await world.tenant(command)
  staff = command.browser()
  await staff.signIn(tenant)
  others = command.browser()
  await others.signIn(await world.tenant(command, 'Northern Wheels'))
})
afterAll(() => world.stop())

const SHA = 'a'.repeat(64)

async function pending(change = {}): Promise<string> {
  const car = await world.vehicle(command, tenant)
  return idOf(await command.browser().post('/api/bookings', bookingOf(car, world.licence(), change)))
}

async function approved(change = {}): Promise<string> {
  const id = await pending(change)
  expect((await staff.put(`/api/admin/bookings/${id}`, { status: 'approved' })).status).toBe(200)
  return id
}

/** The worker makes what is due. */
async function made(id: string, issueId = firstIssueOf(BookingId.parse(id)), sha256 = SHA): Promise<string> {
  const contractPath = mintContractPath(command.core.lookupKey, tenant.businessId, `made-for:${issueId}`)
  const recorded = await onBooking(command.core, world.call(), tenant, id, {
    resource: 'test',
    asked: {},
    needsCustomer: 'key',
    filePath: contractPath,
    commandOn: (booking) => ({ type: 'recordContract', ...booking, issueId, contractPath, sha256, termsVersion: 0 }),
    answer: () => null,
  })
  expect(recorded.ok).toBe(true)
  return id
}

const signature = { sha256: SHA, name: 'Ada Byron', consent: true }
const sign = (id: string, body: object = signature, headers = {}, who = staff) =>
  who.post(`/api/admin/bookings/${id}/contract/signature`, body, { headers })
const issue = (id: string, headers = {}, who = staff, body?: object) =>
  who.post(`/api/admin/bookings/${id}/contract`, body, { headers })
/** Which contract somebody had before them who wants another. */
const seen = (state: string, sha256: string | null) => ({ from: { state, sha256 } })
const attach = (id: string, contractPath: string, who = staff) =>
  who.put(`/api/admin/bookings/${id}/contract`, { contractPath })

const factsOf = async (id: string) =>
  (await world.events()).filter(({ data }) => data.includes(id)).flatMap((event) => decode(event))
const typesOf = async (id: string) =>
  (await factsOf(id)).map(({ type }) => type).filter((type) => type.includes('Contract'))

/** A line of so many points. */
const line = (points: number) => Array.from({ length: points }, (_, n) => [n % 1000, n % 400])

/** Sends a picture of a contract on paper. @returns its path */
async function paper(who = staff): Promise<string> {
  const url = await sent(who)
  const answer = await who.put('/api/contract-upload', { contractURL: url })
  expect(answer.status).toBe(200)
  return z.object({ objectPath: z.string() }).parse(answer.body).objectPath
}

async function sent(who: Browser, purpose = 'contract'): Promise<string> {
  const target = await who.post('/api/objects/upload', { purpose })
  const { uploadURL } = UploadTarget.parse(target.body)
  await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(await jpeg(640, 900)) })
  return uploadURL
}

describe('POST /api/admin/bookings/{id}/contract/signature', () => {
  it('signs the document that was shown, with what shows who did: sealed', async () => {
    const id = await made(await approved())
    const strokes = [
      [
        [1, 2],
        [1000, 400],
      ],
    ]
    const signedAt = world.clock.now.toISOString()
    world.clock.now = new Date(Date.parse(signedAt) + 60_000)
    const answer = await sign(id, { ...signature, strokes, signedAt }, { 'user-agent': 'Tablet of the desk' })
    expect([answer.status, answer.body]).toEqual([200, { id, sha256: SHA, signedBy: 'desk', signedAt }])
    expect(answer.headers.get('x-log-position')).toMatch(/^\d+$/)
    const fact = (await factsOf(id)).at(-1)
    if (fact?.type !== 'ContractSigned' || fact.kind !== 'fact') throw new Error('not signed')
    const keys = await command.core.vault.keysOf([fact.data.customerId])
    expect(open(fact, keys)).toEqual({
      name: 'Ada Byron',
      strokes,
      consent: 'I have read this rental agreement and I agree to be bound by it.',
      address: '127.0.0.1',
      device: 'Tablet of the desk',
    })
    expect(JSON.stringify((await world.events()).map(({ data }) => data))).not.toMatch(/Tablet of the desk/)
  })

  it('is done once by its key, however often a device sends it', async () => {
    const id = await made(await approved())
    const headers = { 'idempotency-key': randomUUID() }
    const first = await sign(id, signature, headers)
    for (const again of [await sign(id, signature, headers), await sign(id, signature, headers)]) {
      expect([again.status, again.text]).toEqual([200, first.text])
    }
    expect((await sign(id, { ...signature, name: 'Somebody Else' }, headers)).problem.code).toBe(
      'idempotency-key-reused',
    )
    expect(await typesOf(id)).toEqual(['ContractGenerated', 'ContractSigned'])
  })

  it('is refused for another document, a second time, before there is one, and without an agreement', async () => {
    const id = await approved()
    expect((await sign(id)).problem).toMatchObject({ status: 409, code: 'contract-missing' })
    await made(id)
    const other = { ...signature, sha256: 'b'.repeat(64) }
    expect((await sign(id, other)).problem).toMatchObject({ status: 409, code: 'contract-changed' })
    expect((await sign(id)).status).toBe(200)
    expect((await sign(id)).problem).toMatchObject({ status: 409, code: 'contract-signed' })
    expect((await sign(await pending())).problem).toMatchObject({ status: 409, code: 'booking-not-approved' })
  })

  it('twice at once: one signature counts', async () => {
    const id = await made(await approved())
    const answers = await Promise.all([sign(id), sign(id), sign(id)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await typesOf(id)).toEqual(['ContractGenerated', 'ContractSigned'])
  })

  it.each<[string, object]>([
    ['no name', { ...signature, name: ' ' }],
    ['no agreement', { ...signature, consent: false }],
    ['no document', { sha256: undefined, name: 'Ada', consent: true }],
    ['a document in capitals', { ...signature, sha256: SHA.toUpperCase() }],
    ['one point', { ...signature, strokes: [[[5, 5]]] }],
    [
      'a point outside',
      {
        ...signature,
        strokes: [
          [
            [5, 5],
            [1001, 5],
          ],
        ],
      },
    ],
    [
      'half a point',
      {
        ...signature,
        strokes: [
          [
            [5, 5],
            [5.5, 5],
          ],
        ],
      },
    ],
    [
      'a point of three',
      {
        ...signature,
        strokes: [
          [
            [5, 5],
            [5, 5, 5],
          ],
        ],
      },
    ],
    [
      'an empty line',
      {
        ...signature,
        strokes: [
          [],
          [
            [1, 1],
            [2, 2],
          ],
        ],
      },
    ],
    ['too many points', { ...signature, strokes: [line(MOST_POINTS + 1)] }],
    ['too many lines', { ...signature, strokes: Array.from({ length: MOST_STROKES + 1 }, () => line(2)) }],
    ['no time', { ...signature, signedAt: 'yesterday' }],
    ['more than is asked for', { ...signature, signedBy: 'renter' }],
  ])('%s is refused', async (_what, body) => {
    const id = await made(await approved())
    expect((await sign(id, body)).status).toBe(422)
    expect(await typesOf(id)).toEqual(['ContractGenerated'])
  })

  it('takes the largest signature that there may be', async () => {
    const id = await made(await approved())
    expect((await sign(id, { ...signature, strokes: [line(MOST_POINTS)] })).status).toBe(200)
  })

  it('a clock that is ahead signs now, and not in the future', async () => {
    const id = await made(await approved())
    const { body } = await sign(id, { ...signature, signedAt: '2027-01-01T00:00:00.000Z' })
    expect(body).toMatchObject({ signedAt: world.clock.now.toISOString() })
  })

  it('a clock from before the booking, such as one that was never set, signs now: the server’s word stands', async () => {
    const id = await made(await approved())
    const requested = world.clock.now
    world.clock.now = new Date(requested.getTime() + 60_000)
    for (const signedAt of ['2020-01-01T00:00:00.000Z', new Date(requested.getTime() - 1).toISOString()]) {
      const another = await made(await approved())
      const { body } = await sign(another, { ...signature, signedAt })
      expect(body).toMatchObject({ signedAt: world.clock.now.toISOString() })
    }
    const { body } = await sign(id, { ...signature, signedAt: requested.toISOString() })
    expect(body, 'the earliest that there can be').toMatchObject({ signedAt: requested.toISOString() })
  })

  it('without a time of the device it is signed at the very moment at which it is received', async () => {
    const id = await made(await approved())
    let ticks = world.clock.now.getTime()
    const now = () => {
      ticks += 1
      return new Date(ticks)
    }
    const call = { actor: { kind: 'customer' }, now } as const
    const signing = { signedBy: 'renter', address: undefined, device: undefined } as const
    await signContract(command.core, call, tenant, id, { sha256: SHA, name: 'Ada Byron', consent: true }, signing)
    const fact = (await factsOf(id)).find(({ type }) => type === 'ContractSigned')
    if (fact?.kind !== 'fact' || fact.type !== 'ContractSigned') throw new Error('it is not signed')
    expect(fact.data.signedAt).toBe(fact.metadata.occurredAt)
  })

  it('a renter’s own signature is told from one at the desk', async () => {
    const id = await made(await approved())
    const call = { actor: { kind: 'customer' }, now: () => world.clock.now } as const
    const signed = await signContract(
      command.core,
      call,
      tenant,
      id,
      { sha256: SHA, name: 'Ada Byron', consent: true },
      { signedBy: 'renter', address: undefined, device: undefined },
    )
    expect(signed).toMatchObject({ ok: true, answer: { signedBy: 'renter' } })
  })
})

describe('POST /api/admin/bookings/{id}/contract', () => {
  it('has a contract made anew, once by its key; from then on the old one cannot be signed', async () => {
    const id = await made(await approved())
    const headers = { 'idempotency-key': randomUUID() }
    for (const answer of [await issue(id, headers), await issue(id, headers)]) {
      expect([answer.status, answer.body]).toEqual([200, { id, beingMade: true }])
    }
    expect((await sign(id)).problem).toMatchObject({ status: 409, code: 'contract-changed' })
    const asked = (await factsOf(id)).find((fact) => fact.type === 'ContractIssueRequested')
    if (asked?.type !== 'ContractIssueRequested' || asked.kind !== 'fact') throw new Error('it was not asked for')
    await made(id, asked.data.issueId, 'c'.repeat(64))
    expect((await sign(id)).problem.code).toBe('contract-changed')
    expect((await sign(id, { ...signature, sha256: 'c'.repeat(64) })).status).toBe(200)
    expect(await typesOf(id)).toEqual([
      'ContractGenerated',
      'ContractIssueRequested',
      'ContractGenerated',
      'ContractSigned',
    ])
  })

  it('throws away no signature, and no later contract, that whoever wants it anew has not seen', async () => {
    const id = await made(await approved())
    const headers = { 'idempotency-key': randomUUID() }
    expect((await sign(id)).status).toBe(200)
    const late = await issue(id, headers, staff, seen('unsigned', SHA))
    expect(late.problem).toMatchObject({
      status: 409,
      code: 'contract-changed',
      message: 'The contract has been signed meanwhile. Look at it before you have another one made.',
    })
    expect(await typesOf(id)).toEqual(['ContractGenerated', 'ContractSigned'])
    for (const answer of [
      await issue(id, headers, staff, seen('signed', SHA)),
      await issue(id, headers, staff, seen('signed', SHA)),
    ]) {
      expect([answer.status, answer.body]).toEqual([200, { id, beingMade: true }])
    }
    const [asked] = (await factsOf(id)).filter((fact) => fact.type === 'ContractIssueRequested')
    if (asked?.type !== 'ContractIssueRequested' || asked.kind !== 'fact') throw new Error('it was not asked for')
    await made(id, asked.data.issueId, 'c'.repeat(64))
    expect((await issue(id, {}, staff, seen('signed', SHA))).problem.message).toBe(
      'A new contract has been made meanwhile. Look at it before you have another one made.',
    )
    expect((await issue(id, {}, staff, seen('unsigned', 'c'.repeat(64)))).status).toBe(200)
    expect((await issue(id, {}, staff, seen('lost', null))).status).toBe(422)
  })

  it('has none made for what is not agreed', async () => {
    const id = await pending()
    expect((await issue(id)).problem).toMatchObject({ status: 409, code: 'booking-not-approved' })
    await staff.put(`/api/admin/bookings/${id}`, { status: 'rejected' })
    expect((await issue(id)).problem).toMatchObject({ status: 409, code: 'booking-not-approved' })
    expect(await typesOf(id)).toEqual([])
  })
})

describe('a contract on paper', () => {
  it('is uploaded, and is the booking’s from then on; the same again changes nothing', async () => {
    const id = await approved()
    const contractPath = await paper()
    expect(contractPath).toMatch(/^\/objects\/contracts\//)
    for (const answer of [await attach(id, contractPath), await attach(id, contractPath)]) {
      expect([answer.status, answer.body]).toEqual([200, { id, contractPath }])
    }
    expect(await typesOf(id)).toEqual(['ContractUploaded'])
    expect((await sign(id)).problem.code).toBe('contract-signed')
  })

  it('is nobody else’s: another customer of the business gets none of it, nor does another business', async () => {
    const contractPath = await paper()
    expect((await attach(await approved(), contractPath)).status).toBe(200)
    const another = await approved({ customerEmail: `${randomUUID()}@example.com` })
    expect((await attach(another, contractPath)).problem).toMatchObject({ status: 422, code: 'contract-unknown' })
    const madeUp = withOtherEnd(contractPath)
    const northern = await paper(others)
    for (const path of [madeUp, northern, world.licence().replace('licences', 'contracts')]) {
      expect((await attach(another, path)).problem).toMatchObject({ status: 422, code: 'contract-unknown' })
    }
    expect(await typesOf(another)).toEqual([])
  })

  it('is made of an upload for that purpose; to another business the same upload is another file', async () => {
    const url = await sent(staff)
    const [ours, theirs] = [
      await staff.put('/api/contract-upload', { contractURL: url }),
      await others.put('/api/contract-upload', { contractURL: url }),
    ]
    expect([ours.status, theirs.status]).toEqual([200, 422])
    const licence = await staff.put('/api/contract-upload', { contractURL: await sent(staff, 'license') })
    expect(licence.problem).toMatchObject({ status: 422, code: 'upload-unknown' })
    expect((await command.browser().put('/api/contract-upload', { contractURL: url })).status).toBe(401)
  })

  it('takes no place of one that is signed', async () => {
    const id = await made(await approved())
    await sign(id)
    expect((await attach(id, await paper())).problem).toMatchObject({ status: 409, code: 'contract-signed' })
  })
})

it('staff of another business find no contract here, and nobody does who is not signed in', async () => {
  const id = await made(await approved())
  const tries = (who: Browser) => [sign(id, signature, {}, who), issue(id, {}, who), attach(id, path, who)]
  const path = await paper(others)
  for (const answer of await Promise.all(tries(others))) expect(answer.status).toBe(404)
  for (const answer of await Promise.all(tries(command.browser()))) expect(answer.status).toBe(401)
  expect(await typesOf(id)).toEqual(['ContractGenerated'])
})

it('who is erased has no contract any more: their files are deleted, their signature opens no more', async () => {
  const id = await made(await approved({ customerEmail: `${randomUUID()}@example.com` }))
  const [requested] = await factsOf(id)
  if (requested?.type !== 'BookingRequested' || requested.kind !== 'fact') throw new Error('no request')
  const contract = mintContractPath(
    command.core.lookupKey,
    tenant.businessId,
    `made-for:${firstIssueOf(BookingId.parse(id))}`,
  )
  await command.storage.put(storageKey(contract), Buffer.from('%PDF'), { contentType: 'application/pdf' })
  await sign(id)
  await staff.put(`/api/admin/bookings/${id}`, { status: 'rejected' })
  const erased = await staff.send('DELETE', `/api/admin/customers/${requested.data.customerId}`)
  expect(erased.status).toBe(200)
  expect(await command.storage.head(storageKey(contract))).toBeUndefined()
  const signed = (await factsOf(id)).find((fact) => fact.type === 'ContractSigned')
  if (signed?.type !== 'ContractSigned' || signed.kind !== 'fact') throw new Error('not signed')
  expect(open(signed, await command.core.vault.keysOf([signed.data.customerId]))).toBeTypeOf('symbol')
  for (const answer of [await sign(id), await issue(id)]) expect(answer.problem.code).toBe('customer-erased')
})
