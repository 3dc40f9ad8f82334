import { randomBytes, randomUUID } from 'node:crypto'
import { isTimeZone, todayIn } from '@forecourt/domain/civil-date.ts'
import { BusinessId, Slug } from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { slugClaimStream } from '@forecourt/domain/streams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addStaff } from '../account/add-staff.ts'
import { begin } from '../log/begin.ts'
import { createWorld, type Running, type World } from '../testing/world.ts'
import { onboardBusiness } from './onboard.ts'

let world: World
let command: Running

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
})
afterAll(() => world.stop())

const freshSlug = () => Slug.parse(`harbour-${randomBytes(4).toString('hex')}`)
const onboard = (slug: Slug, key?: string) =>
  onboardBusiness(command.core, world.call(key), { name: 'Harbour Hire', slug })

describe('onboarding a business', () => {
  it('is done once by 12 who ask at once for one slug', async () => {
    const slug = freshSlug()
    const done = await Promise.all(Array.from({ length: 12 }, () => onboard(slug)))
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await onboard(slug)).toEqual({ ok: false, refusal: { code: 'slug-taken' } })
  })

  it('goes on with the claim of a first try that died before the business was there', async () => {
    const slug = freshSlug()
    const ownerId = randomUUID()
    const stream = slugClaimStream(slug)
    const begun = begin(command.core, world.call(), { stream, tenantId: undefined, resource: 'test', asked: {} })
    const claim = { type: 'NameClaimed', data: { kind: 'slug', ownerId } }
    await command.core.log.append(stream, 'noStream', begun.encode([claim], undefined))
    expect(await onboard(slug)).toMatchObject({ ok: true, answer: { businessId: ownerId } })
  })

  it('answers the same key again with the same business', async () => {
    const slug = freshSlug()
    const key = randomUUID()
    const first = await onboard(slug, key)
    expect(await onboard(slug, key)).toMatchObject({ ok: true, answer: first.ok && first.answer, replayed: true })
  })

  it('refuses an address of the platform itself, and nobody has claimed it then', async () => {
    const slug = Slug.parse('forecourt-files')
    expect(await onboard(slug)).toEqual({ ok: false, refusal: { code: 'slug-reserved', slug } })
    expect((await command.core.names.load(slugClaimStream(slug))).state.ownerId).toBeUndefined()
  })

  it('refuses a time zone that does not exist, and nobody has claimed the slug then', async () => {
    const slug = freshSlug()
    const business = { name: 'Harbour Hire', slug, timeZone: 'Europe/Atlantis' }
    expect(await onboardBusiness(command.core, world.call(), business)).toMatchObject({
      ok: false,
      refusal: { code: 'unknown-time-zone' },
    })
    expect((await command.core.names.load(slugClaimStream(slug))).state.ownerId).toBeUndefined()
  })
})

describe('a time zone of a business', () => {
  it('is the same zone to PostgreSQL, whichever of those there are it is', async () => {
    const spellings = ['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'UTC']
    const names = [...new Set([...Intl.supportedValuesOf('timeZone'), ...spellings])].filter(isTimeZone)
    expect(names.length).toBeGreaterThan(400)
    // In the past, so that both have heard of the same changes of clocks.
    const instants = [0, 7, 14, 21].map((hour) => Instant.parse(`2020-07-01T${String(hour).padStart(2, '0')}:20:00Z`))
    const { rows } = await command.pool.query<{ name: string; days: string[] }>(
      `select name, (
         select array_agg((instant at time zone name)::date::text order by instant) from unnest($2::timestamptz[]) instant
       ) as days
       from unnest($1::text[]) name`,
      [names, instants],
    )
    const daysIn = (name: string) => instants.map((instant) => todayIn(name, instant))
    expect(rows.filter(({ name, days }) => String(days) !== String(daysIn(name)))).toEqual([])
  })

  it.each(['BST', 'AET', 'CAT', 'SystemV/PST8'])(
    'is not %s, which PostgreSQL reads otherwise, or not at all',
    async (timeZone) => {
      const slug = freshSlug()
      const refusal = { code: 'unknown-time-zone', timeZone }
      const business = { name: 'Harbour Hire', slug, timeZone }
      expect(await onboardBusiness(command.core, world.call(), business)).toMatchObject({ ok: false, refusal })
    },
  )
})

describe('adding staff', () => {
  it('to a business that is not there is refused', async () => {
    const staff = { businessId: BusinessId.parse(randomUUID()), email: 'a@example.com', password: 'x' }
    expect(await addStaff(command.core, command.pool, world.call(), staff)).toEqual({
      ok: false,
      refusal: { code: 'business-not-found' },
    })
  })
})
