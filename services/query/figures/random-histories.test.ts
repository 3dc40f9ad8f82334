import type { BusinessId } from '@forecourt/domain/ids.ts'
import { decode, type StoredFact } from '@forecourt/event-log/codec.ts'
import { EVERYTHING, type Position } from '@forecourt/event-log/port.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { compareReadModels } from '../projection/compare.ts'
import { rebuild } from '../projection/rebuild.ts'
import { NaiveFigures } from '../testing/naive-figures.ts'
import { opened } from '../testing/open.ts'
import { histories } from '../testing/random-attempts.ts'
import { live } from '../testing/random-history.ts'
import type { Tenant } from '../testing/rental.ts'

const HISTORIES = 500
/** Businesses that live at the same time: their events come to the projector mixed. */
const AT_ONCE = 50

const given = opened(async () => ({}))
const told = { businesses: 0, months: 0, earning: 0, events: 0 }

/** Months that are asked for of each business; a booking of a year alone has thirteen. */
const MONTHS = 6

/** Some of them, from the first to the last. */
function spread<Item>(items: readonly Item[]): Item[] {
  return items.filter((_item, index) => index % Math.ceil(items.length / MONTHS) === 0)
}

/** What happened to each business after the position. */
async function factsAfter(position: Position): Promise<Map<BusinessId, StoredFact[]>> {
  const facts = new Map<BusinessId, StoredFact[]>()
  for await (const event of given().world.eventLog.readAll(position, EVERYTHING)) {
    const fact = decode(event)
    if (fact.kind !== 'fact' || !('businessId' in fact.data) || fact.data.businessId === null) continue
    const { businessId } = fact.data
    facts.set(businessId, [...(facts.get(businessId) ?? []), fact])
    told.events += 1
  }
  return facts
}

/** Asks for the business's figures, and expects what going through everything that happened says. */
async function expectFigures(tenant: Tenant, facts: readonly StoredFact[]): Promise<void> {
  const { desk } = given()
  const naive = new NaiveFigures(facts)
  const session = await desk.signIn(tenant)
  expect((await desk.get('/api/admin/car-performance', { session })).body).toEqual(naive.performance())
  for (const [year, month] of spread(naive.months())) {
    const { body } = await desk.get(`/api/admin/stats?year=${year}&month=${month}`, { session })
    expect({ year, month, ...Object(body) }).toEqual({ year, month, ...naive.stats(year, month) })
    told.months += 1
    if (naive.stats(year, month).utilization > 0) told.earning += 1
  }
  told.businesses += 1
}

it(`the figures of ${HISTORIES} random histories are naive sums over the log, and a rebuild makes the same rows`, async () => {
  const { world } = given()
  const seed = Number(process.env.FIGURES_SEED ?? Date.now() % 2 ** 31)
  // Before anything can fail, or take too long.
  console.log(`Figures: seed ${seed} (FIGURES_SEED)`)
  const drawn = fc.sample(histories, { seed, numRuns: HISTORIES })
  for (let first = 0; first < HISTORIES; first += AT_ONCE) {
    const together = drawn.slice(first, first + AT_ONCE)
    const before = await world.eventLog.head()
    const tenants = await Promise.all(together.map((history, n) => live(world, `Business ${first + n}`, history)))
    await world.caughtUp()
    const facts = await factsAfter(before)
    await Promise.all(
      tenants.map(async (tenant, index) => {
        const number = first + index
        try {
          await expectFigures(tenant, facts.get(tenant.businessId) ?? [])
        } catch (error) {
          throw new Error(`history ${number} of seed ${seed}: ${JSON.stringify(drawn[number])}`, { cause: error })
        }
      }),
    )
  }

  await rebuild({ ...world.projection('rebuilt'), eventLog: world.eventLog })
  expect(await compareReadModels(world.pool, 'read', 'rebuilt')).toEqual([])
  console.log(
    `Figures: ${told.businesses} random histories (${told.events} events) compared with naive sums over the log, ` +
      `${told.months} months (${told.earning} of them not empty) and ${told.businesses} performances`,
  )
}, 900_000)
