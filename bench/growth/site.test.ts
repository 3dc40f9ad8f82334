import { createTestDatabase, createTestPool } from '@forecourt/infra/testing/postgres.ts'
import { expect, it, onTestFinished } from 'vitest'
import { bytesABooking } from './bytes.ts'
import { steadyBookingsFor, writeSite } from './site.ts'

it('makes the read model as the product does, its statements pipelined, of which the driver has nothing to warn', async () => {
  const warnings: string[] = []
  const hear = ({ message }: Error) => void warnings.push(message)
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())

  const { written } = await writeSite(database, {
    bookings: 100,
    businesses: 45,
    steadyBookings: steadyBookingsFor(100),
  })

  expect(written.events).toBeGreaterThan(100)
  expect(warnings).toEqual([])
  const pool = createTestPool({ connectionString: database.url, max: 1 })
  onTestFinished(() => pool.end())
  const { log = 0, 'read model': rows = 0, vault = 0 } = await bytesABooking(pool, 100)
  expect(Math.min(log, rows, vault)).toBeGreaterThan(100)
})
