import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { type Hashed, leafOf } from './chain.ts'

const event: Hashed = {
  stream: 'rent.schedule-1',
  revision: 3n,
  id: '17afb4a7-1649-5eac-870d-a8177896243c',
  type: 'BookingRequested',
  recordedAt: new Date('2026-03-03T10:00:00.000Z'),
  data: '{"days":3}',
  metadata: { tenantId: 't', actorKind: 'customer' },
}

/** The definition, part by part. */
function defined({ stream, revision, id, type, recordedAt, data, metadata }: Hashed): string {
  const sorted = Object.entries(metadata).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const hash = createHash('sha256')
  for (const part of [stream, String(revision), id, type, recordedAt.toISOString(), data, ...sorted.flat()]) {
    const bytes = Buffer.from(part)
    hash.update(`${bytes.length}:`).update(bytes).update(',')
  }
  return hash.digest('hex')
}

it.each([
  ['of plain letters', {}],
  ['of letters that have two bytes', { data: '{"name":"Zoë"}' }],
  ['of signs that have four', { metadata: { note: '🚗', tenantId: 't' } }],
  ['of half a sign', { data: '{"name":"\ud83d"}' }],
  ['of nothing', { data: '', metadata: {} }],
])('the hash of an event %s is that of its parts, each with its length in bytes', (_name, changed) => {
  const one = { ...event, ...changed }
  expect(leafOf(one)).toBe(defined(one))
})
