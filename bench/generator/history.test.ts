import { randomBytes } from 'node:crypto'
import { CivilDate } from '@forecourt/domain/civil-date.ts'
import { faultsOf } from '@forecourt/domain/testing/history.ts'
import { decode, type StoredFact } from '@forecourt/event-log/codec.ts'
import { EVERYTHING } from '@forecourt/event-log/port.ts'
import { createPostgresEventLog } from '@forecourt/event-log/postgres/postgres-event-log.ts'
import { keyFromBase64 } from '@forecourt/event-log/vault/master-key.ts'
import { createVault } from '@forecourt/event-log/vault/vault.ts'
import { createTestDatabase } from '@forecourt/infra/testing/postgres.ts'
import { expect, test } from 'vitest'
import { writeHistory } from './history.ts'

const PLAN = {
  seed: 7,
  businesses: 4,
  vehiclesEach: 2,
  bookings: 60,
  steady: { businesses: 1, bookingsEach: 10 },
  today: CivilDate.parse('2026-06-01'),
}

/** Writes the plan's history into a log of its own and reads it back. */
async function history() {
  await using database = await createTestDatabase()
  const [masterKey, lookupKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const eventLog = createPostgresEventLog({ connectionString: database.url })
  const vault = createVault({ connectionString: database.url, masterKey, lookupKey })
  const written = await writeHistory({ eventLog, vault, lookupKey: keyFromBase64(lookupKey) }, PLAN)
  const recorded = await Array.fromAsync(eventLog.readAll('start', EVERYTHING))
  await Promise.all([eventLog.close(), vault.close()])
  return { written, facts: recorded.map(decode).filter((fact) => fact.kind === 'fact') }
}

test('a history has what was planned, and its events are such as the rules allow', async () => {
  const { written, facts } = await history()
  expect(written).toMatchObject({ bookings: 60, events: facts.length })
  const requests = facts.filter((fact) => fact.type === 'BookingRequested')
  expect(requests).toHaveLength(60)
  const steady = written.businesses[0]?.businessId
  expect(requests.filter(({ data }) => data.businessId === steady)).toHaveLength(10)
  for (const { vehicleId } of written.businesses.flatMap(({ fleet }) => fleet)) {
    const schedule = facts.filter(({ stream }) => stream === `rent.schedule-${vehicleId}`)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a schedule's stream holds nothing else
    expect(faultsOf(schedule as Parameters<typeof faultsOf>[0])).toEqual([])
  }
})

test('the same plan is the same history', async () => {
  const [one, other] = await Promise.all([history(), history()])
  expect(told(other.facts)).toEqual(told(one.facts))
})

/** Without what hangs on the installation's and the persons' own keys: claims of logins, and marks of notes. */
function told(facts: readonly StoredFact[]) {
  return facts
    .filter(({ stream }) => !stream.startsWith('rent.claim-login.'))
    .map(({ stream, id, type, data, metadata }) => ({ stream, id, type, data: { ...data, mark: '' }, metadata }))
}
