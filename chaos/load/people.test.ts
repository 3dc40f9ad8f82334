import { BusinessId, UserId, VehicleId } from '@forecourt/domain/ids.ts'
import { expect, it } from 'vitest'
import { type Answer, Client } from '../../tests/system/support/client.ts'
import type { Line } from '../history.ts'
import { livesOf } from './people.ts'
import type { Business } from './town.ts'

/** Every answer is a success without a body. A real server's would be refused by the table of calls, which every test heeds. */
class Malformed extends Client {
  override async send(): Promise<Answer> {
    const nothing = {
      text: '',
      bytes: Buffer.alloc(0),
      body: undefined,
      position: undefined,
      etag: null,
      next: undefined,
      code: '',
    }
    return { status: 201, isStale: false, ...nothing }
  }
}

const fails = () => {
  throw new Error('there is none')
}

it('who is told that something is done, and not what, cannot go on, and says who they are', async () => {
  const lines: Line[] = []
  const [renter] = livesOf({
    platform: {
      client: () => new Malformed(() => []),
      lookupKey: Buffer.alloc(32).toString('base64'),
    },
    businesses: [BUSINESS],
    history: { write: (line) => void lines.push(line) },
    deliveries: { queue: { add: fails, obliterate: fails, waiting: fails }, doubled: false },
    clerks: 0,
    seed: 1,
  })
  await expect(renter?.(new AbortController().signal)).rejects.toThrow(/^renter 0 of canaryx cannot go on: /)
  expect(lines.at(-1)).toMatchObject({ client: 'renter 0 of canaryx', call: 'requestBooking', answer: { status: 201 } })
})

const BUSINESS: Business = {
  tenant: {
    businessId: BusinessId.parse('7c9e6679-7425-40de-944b-e07fc1f90ae7'),
    slug: 'harbour',
    contactEmail: 'desk@harbour.example',
    vehicles: [VehicleId.parse('886313e1-3b8a-5372-9b90-0c9aee199e5d')],
    credentials: { email: 'desk@harbour.example', password: 'secret', slug: 'harbour' },
    staff: fails,
  },
  staff: [],
  trainee: {
    userId: UserId.parse('3f0c2f2e-7a45-4d0f-9d5e-0a7c2c1d9b11'),
    email: 'trainee@harbour.example',
    slug: 'harbour',
    password: 0,
    doubted: new Set(),
    next: 1,
  },
  canary: 'canaryx',
  bookings: new Map(),
  outOfService: [],
  maintenance: [],
  licences: [],
  turnedAway: [],
  contracts: [],
  papers: [],
  askedToCancel: [],
  renters: new Map(),
}
