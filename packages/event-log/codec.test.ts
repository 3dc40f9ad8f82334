import { createSecretKey, randomBytes } from 'node:crypto'
import { CustomerId } from '@forecourt/domain/ids.ts'
import { describe, expect, it } from 'vitest'
import { decode, encode, encodeAll, open, type PersonalFact, UnreadableEvent } from './codec.ts'
import { ERASED } from './erased.ts'
import type { CommandMetadata } from './metadata.ts'
import { type NewEvent, parsePosition, type Recorded } from './port.ts'
import { SealBroken } from './seal.ts'

const businessId = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const customerId = CustomerId.parse('6fa459ea-ee8a-4ca4-894e-db77e160355e')
const stream = `rent.customer-${customerId}`
const personal = { name: 'Zoë Ünal', email: 'zoe@example.com', phone: '+44 20 7946 0000', address: '1 Quay Street' }
const contactChanged = { type: 'CustomerContactChanged', data: { customerId, businessId }, personal }
const verified = { type: 'CustomerLicenceVerified', data: { customerId, businessId, picture: '' } }
const key = createSecretKey(randomBytes(32))
const keys = new Map([[String(customerId), key]])
const metadata: CommandMetadata = {
  tenantId: businessId,
  actorKind: 'member',
  actorId: '16fd2706-8baf-433b-82eb-8c7fada847da',
  commandId: '0b1f5a52-6c1e-4b43-9c59-0a1c2f3e4d5b',
  commandDigest: 'c0ffee',
  $correlationId: 'correlation',
  $causationId: 'causation',
  occurredAt: '2026-03-01T09:30:00.000Z',
  appVersion: '1.0.0',
  dataSubject: customerId,
}

const encoded = (): NewEvent => encode(stream, 0, contactChanged, key, metadata)

function recorded(event: NewEvent, changes: Partial<Recorded> = {}): Recorded {
  const position = parsePosition('7')
  if (position === undefined) throw new Error('7 is a position')
  return { kind: 'event', stream, revision: 0n, position, recordedAt: new Date(0), ...event, ...changes }
}

function contactFact(event: Recorded): PersonalFact & { readonly type: 'CustomerContactChanged' } {
  const fact = decode(event)
  if (fact.kind === 'unknown' || fact.type !== 'CustomerContactChanged') throw new Error('another event')
  return fact
}

describe('an event on its way into the log', () => {
  it('holds nothing of the personal part in the clear', () => {
    const text = JSON.stringify(encoded())
    for (const secret of Object.values(personal)) expect(text).not.toContain(secret)
    expect(JSON.parse(encoded().data)).toEqual({ customerId, businessId, sealed: expect.any(String) })
  })

  it('names its person only when there is something to open', () => {
    expect(encoded().metadata).toMatchObject({ dataSubject: customerId, schemaVersion: '1' })
    expect(encode(stream, 0, verified, undefined, metadata).metadata).not.toHaveProperty('dataSubject')
  })

  it('has an id that the command, the stream and its place decide', () => {
    const [first, second] = encodeAll(stream, [contactChanged, verified], key, metadata)
    expect(encoded().id).toBe(first?.id)
    expect(second?.id).not.toBe(first?.id)
    expect(encode('rent.other', 0, contactChanged, key, metadata).id).not.toBe(first?.id)
  })

  it('is sealed differently each time', () => {
    expect(encoded().data).not.toBe(encoded().data)
  })

  it('is refused without its key, its person or a place in the catalogue', () => {
    const { dataSubject: _, ...nobody } = metadata
    expect(() => encode(stream, 0, contactChanged, undefined, metadata)).toThrow("needs its person's key")
    expect(() => encode(stream, 0, contactChanged, key, nobody)).toThrow("needs its person's key")
    expect(() => encode(stream, 0, { type: 'Made up', data: {} }, key, metadata)).toThrow('not in the catalogue')
  })
})

describe('an event on its way out of the log', () => {
  it('comes back as it went in, its personal part closed until it is opened', () => {
    const fact = contactFact(recorded(encoded()))
    expect(fact).toMatchObject({
      type: 'CustomerContactChanged',
      data: { customerId, businessId },
      stream,
      revision: 0n,
    })
    expect(fact.data).not.toHaveProperty('sealed')
    expect(open(fact, keys)).toEqual(personal)
  })

  it('opens as erased when the key is gone', () => {
    expect(open(contactFact(recorded(encoded())), new Map())).toBe(ERASED)
  })

  it('does not open with another key, in another stream, or when it was altered', () => {
    const other = new Map([[String(customerId), createSecretKey(randomBytes(32))]])
    expect(() => open(contactFact(recorded(encoded())), other)).toThrow(SealBroken)
    expect(() => open(contactFact(recorded(encoded(), { stream: 'rent.customer-other' })), keys)).toThrow(SealBroken)
    const altered = encoded().data.replace(/"sealed":"(.)/, (_, first) => `"sealed":"${first === 'A' ? 'B' : 'A'}`)
    expect(() => open(contactFact(recorded(encoded(), { data: altered })), keys)).toThrow(SealBroken)
  })

  it('is unknown, and no error, when its type is', () => {
    expect(decode(recorded(encoded(), { type: 'InventedLater' }))).toMatchObject({
      kind: 'unknown',
      type: 'InventedLater',
    })
  })

  for (const [why, changes] of [
    ['its payload is not what the catalogue says', { data: '{"customerId":"6fa459ea"}' }],
    ['its payload is no object', { data: '[]' }],
    ['its text is no JSON', { data: '{' }],
    ['its metadata is not ours', { metadata: { schemaVersion: '1' } }],
    ['a later version of the product wrote it', { metadata: { ...encoded().metadata, schemaVersion: '2' } }],
  ] as const) {
    it(`cannot be read when ${why}`, () => {
      expect(() => decode(recorded(encoded(), changes))).toThrow(UnreadableEvent)
    })
  }

  it('cannot be opened when the personal part is not what the catalogue says', () => {
    const odd = encode(stream, 0, { ...contactChanged, personal: { name: 'only' } }, key, metadata)
    expect(() => open(contactFact(recorded(odd)), keys)).toThrow(UnreadableEvent)
  })
})
