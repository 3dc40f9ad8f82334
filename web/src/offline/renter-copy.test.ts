import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aRenterBooking } from '../features/renter/testing/renter-booking.ts'
import { forgetRenterCopy, keepCopy, readCopy } from './renter-copy.ts'
import { forgetOldRenterCopies } from './renter-store.ts'
import { refuseAll, stored } from './testing/in-memory.ts'

vi.mock('idb-keyval', () => import('./testing/in-memory.ts'))

const TOKEN = 'A'.repeat(96)
const OTHER = 'B'.repeat(96)
const NOW = Date.UTC(2026, 10, 21, 9)
const DAY = 86_400_000
const rows = () => stored('forecourt-renter')
const copy = { booking: aRenterBooking(), at: NOW }

beforeEach(() => rows().clear())
afterEach(() => refuseAll(false))

it('is read again by whoever has the link, and by nobody else', async () => {
  await keepCopy(TOKEN, copy)
  expect(await readCopy(TOKEN)).toEqual(copy)
  expect(await readCopy(OTHER)).toBeUndefined()
})

it('lies under a hash of the token, and nothing of the booking or the token can be read there', async () => {
  await keepCopy(TOKEN, copy)
  const [name] = [...rows().keys()]
  const [kept] = [...rows().values()]
  expect(name).toMatch(/^[0-9a-f]{64}$/)
  const bytes = Buffer.from(
    JSON.stringify(kept, (_key, value) => (value instanceof ArrayBuffer ? [...new Uint8Array(value)] : value)),
  )
  expect(bytes.includes(TOKEN)).toBe(false)
  expect(JSON.stringify(kept)).not.toContain('Ada')
})

it('is forgotten with the link, and when nobody has opened it for three months', async () => {
  await keepCopy(TOKEN, copy)
  await keepCopy(OTHER, { ...copy, at: NOW + DAY })
  await forgetRenterCopy(TOKEN)
  expect(await readCopy(TOKEN)).toBeUndefined()
  await forgetOldRenterCopies(NOW + 90 * DAY)
  expect(rows().size).toBe(1)
  await forgetOldRenterCopies(NOW + 92 * DAY)
  expect(rows().size).toBe(0)
})

it('what another version of the app has written is passed over', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what an older version kept
  await keepCopy(TOKEN, { booking: { reference: 'BR-1' } as typeof copy.booking, at: NOW })
  expect(await readCopy(TOKEN)).toBeUndefined()
})

it('a device that keeps nothing is no failure', async () => {
  refuseAll(true)
  await keepCopy(TOKEN, copy)
  expect(await readCopy(TOKEN)).toBeUndefined()
  await forgetRenterCopy(TOKEN)
  await forgetOldRenterCopies(NOW)
})
