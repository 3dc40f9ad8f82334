import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { BusinessId } from '@forecourt/domain/ids.ts'
import type { Person } from '@forecourt/event-log/vault/vault.ts'
import { z } from 'zod'
import type { Story } from './story.ts'

/** What every event that was ever written says today: see event-versions.test.ts of the event log. */
const FIXTURES = new URL('../../../packages/event-log/fixtures/events/', import.meta.url)
const Fixture = z.object({
  stream: z.string(),
  type: z.string(),
  metadata: z.object({ tenantId: z.string(), dataSubject: z.string().optional() }),
  today: z.object({ data: z.unknown(), personal: z.unknown().optional() }),
})

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What makes a row comes before what changes it; all else as it falls. */
const BEGINNINGS = [
  'BusinessOnboarded',
  'UserRegistered',
  'VehicleAddedToFleet',
  'MaintenanceScheduled',
  'BookingRequested',
  'BookingApproved',
]

const fixtures = readdirSync(FIXTURES)
  .map((name) => Fixture.parse(JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8'))))
  .toSorted((a, b) => rank(a.type) - rank(b.type))

function rank(type: string): number {
  const place = BEGINNINGS.indexOf(type)
  return place === -1 ? BEGINNINGS.length : place
}

/** One event of each type after the other, of a business of its own with one vehicle and one customer. */
export function everyEvent(story: Story) {
  const businessId = BusinessId.parse(randomUUID())
  const ids = new Map<string, string>()
  const people = new Map<string, Person>()

  /** The same with this business's ids. */
  const own = (text: string): string =>
    text.replaceAll(ID, (id) => ids.get(id) ?? ids.set(id, randomUUID()).get(id) ?? id)
  const ofBusiness = (key: string, value: unknown): unknown => {
    if (key === 'slug') return `hire-${businessId}`
    return key === 'businessId' ? businessId : value
  }

  async function append({ stream, type, metadata, today }: z.infer<typeof Fixture>): Promise<void> {
    const subject = metadata.dataSubject === undefined ? undefined : own(metadata.dataSubject)
    const event = z
      .object({ data: z.unknown(), personal: z.unknown().optional() })
      .parse(JSON.parse(own(JSON.stringify(today)), ofBusiness))
    await story.append(own(stream), businessId, [{ type, ...event }], await personOf(subject))
  }

  async function personOf(subject: string | undefined): Promise<Person | undefined> {
    if (subject === undefined) return undefined
    const known = people.get(subject)
    const person = known ?? (await story.person('customer', businessId, `${subject}@example.com`, subject))
    people.set(subject, { ...person, row: { ...person.row, known: true } })
    return person
  }

  return {
    /** How many there are. */
    count: fixtures.length,
    /** Writes the nth of them. */
    async tell(n: number): Promise<void> {
      const fixture = fixtures[n]
      if (fixture !== undefined && !ofPlatform(fixture.stream)) await append(fixture)
    },
  }
}

/** There is but one of these streams. */
const ofPlatform = (stream: string) => stream === 'rent.seal-main' || stream === 'rent.audit-main'
