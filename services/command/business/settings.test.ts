import { randomUUID } from 'node:crypto'
import * as contract from '@forecourt/contracts/settings.ts'
import { BusinessSettings, LONGEST_TERMS } from '@forecourt/contracts/settings.ts'
import * as domain from '@forecourt/domain/business/events.ts'
import { mintLogoPath, mintVehicleImagePath } from '@forecourt/kit/object-path.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { createWorld, type Running, type Tenant, type World } from '../testing/world.ts'

let world: World
let command: Running
let tenant: Tenant
let owner: Browser

beforeAll(async () => {
  world = await createWorld()
  command = await world.start()
})
beforeEach(async () => {
  tenant = await world.tenant(command)
  owner = command.browser()
  await owner.signIn(tenant)
})
afterAll(() => world.stop())

const PATH = '/api/admin/business/settings'
const chosen = (change: Partial<BusinessSettings> = {}): BusinessSettings => ({
  version: 0,
  name: 'Harbour Hire',
  primaryColor: '#0f6fde',
  logoUrl: null,
  description: 'By the harbour',
  contactEmail: 'hello@harbour-hire.example',
  contactPhone: '0117 496 0000',
  address: '12 Quay Street\nBristol',
  terms: 'A full tank.',
  termsVersion: 0,
  turnaroundDays: 1,
  licenceRetentionDays: 30,
  ...change,
})
const factsOf = async ({ businessId }: Tenant) =>
  (await world.events()).filter(({ stream }) => stream === `rent.business-${businessId}`).map(({ type }) => type)

describe('PUT /api/admin/business/settings', () => {
  it('writes what has changed in one append, and answers with what it takes again', async () => {
    const first = await owner.put(PATH, chosen())
    expect([first.status, first.body]).toEqual([200, chosen({ version: 4, termsVersion: 1 })])
    expect(await factsOf(tenant)).toEqual([
      'BusinessOnboarded',
      'BusinessBrandingChanged',
      'BusinessContactChanged',
      'BusinessTermsChanged',
      'BusinessRentalRulesChanged',
    ])
    expect((await world.events()).at(-1)?.position.toString()).toBe(first.headers.get('x-log-position'))
    const settings = BusinessSettings.parse(first.body)
    const again = await owner.put(PATH, settings)
    expect([again.status, again.body, again.headers.get('x-log-position')]).toEqual([200, settings, null])
    const second = await owner.put(PATH, { ...settings, terms: 'No smoking.' })
    expect(second.body).toEqual({ ...settings, version: 5, terms: 'No smoking.', termsVersion: 2 })
    expect((await factsOf(tenant)).at(-1)).toBe('BusinessTermsChanged')
  })

  it('by two who have seen the same: one wins, the other is told in words and overwrites nothing', async () => {
    const [here, there] = [owner, (await world.start()).browser()]
    await there.signIn(tenant)
    const answers = await Promise.all([
      here.put(PATH, chosen({ name: 'Harbour & Sons' })),
      there.put(PATH, chosen({ name: 'Harbour & Daughters' })),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.problem.code).toBe('settings-changed')
    expect(refused?.problem.message).toMatch(/^Somebody has changed the settings meanwhile/)
    expect((await factsOf(tenant)).filter((type) => type === 'BusinessBrandingChanged')).toHaveLength(1)
  })

  it('with the same key again answers as the first time and writes nothing; with another body 422', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await owner.put(PATH, chosen(), { headers })
    await owner.put(PATH, { ...chosen(), version: 4, name: 'Later' })
    const written = await factsOf(tenant)
    const again = await owner.put(PATH, chosen(), { headers })
    expect([again.status, again.body]).toEqual([200, first.body])
    expect((await owner.put(PATH, chosen({ name: 'Other' }), { headers })).problem.code).toBe('idempotency-key-reused')
    expect(await factsOf(tenant)).toEqual(written)
  })

  it('takes terms of the documented length in any script, and refuses longer ones', async () => {
    const terms = '租'.repeat(LONGEST_TERMS)
    const longest = chosen({ terms, description: '租'.repeat(2000), address: '租'.repeat(300) })
    expect((await owner.put(PATH, longest)).status).toBe(200)
    const longer = await owner.put(PATH, chosen({ version: 4, terms: 'x'.repeat(LONGEST_TERMS + 1) }))
    expect([longer.status, longer.problem.errors]).toEqual([
      422,
      [{ path: 'terms', message: 'At most 18000 characters' }],
    ])
    const far = await owner.put(PATH, chosen({ version: 4, terms: 'x'.repeat(100_000) }))
    expect([far.status, far.problem.code]).toEqual([413, 'too-large'])
  })

  it.each<[string, object]>([
    ['turnaroundDays', { turnaroundDays: 4 }],
    ['turnaroundDays', { turnaroundDays: -1 }],
    ['turnaroundDays', { turnaroundDays: 0.5 }],
    ['licenceRetentionDays', { licenceRetentionDays: 0 }],
    ['licenceRetentionDays', { licenceRetentionDays: 366 }],
    ['primaryColor', { primaryColor: 'blue' }],
    ['primaryColor', { primaryColor: '#0f6fde; background: url(//evil.example)' }],
    ['contactEmail', { contactEmail: 'a@b.co, evil@x.example' }],
    ['name', { name: '  ' }],
    ['name', { name: 'Harbour\r\nBcc: x@evil.example' }],
    ['logoUrl', { logoUrl: 'https://evil.example/logo.png' }],
    ['version', { version: undefined }],
    ['terms', { terms: undefined }],
    ['slug', { slug: 'another' }],
  ])('refuses %s of %j', async (path, change) => {
    const refused = await owner.put(PATH, { ...chosen(), ...change })
    expect([refused.status, refused.problem.errors?.map((error) => error.path)]).toEqual([422, [path]])
    expect(await factsOf(tenant)).toEqual(['BusinessOnboarded'])
  })

  it('takes a colour in capitals and text without anything in it for what they mean', async () => {
    const saved = await owner.put(PATH, chosen({ primaryColor: '#0F6FDE', terms: ' ', address: '' }))
    expect(saved.body).toMatchObject({ primaryColor: '#0f6fde', terms: null, termsVersion: 0, address: null })
  })

  it('shows a logo that this business uploaded as one, and no other', async () => {
    const { lookupKey } = command.core
    const upload = { businessId: tenant.businessId, uploadId: randomUUID() }
    const another = mintLogoPath(lookupKey, { ...upload, businessId: randomUUID() }, 640)
    const own = mintLogoPath(lookupKey, upload, 640)
    for (const logoUrl of [another, own.replace('.640.', '.641.'), '/objects/logos/x']) {
      const refused = await owner.put(PATH, chosen({ logoUrl }))
      expect([refused.status, refused.problem.code]).toEqual([422, 'logo-unknown'])
    }
    const picture = await owner.put(PATH, chosen({ logoUrl: mintVehicleImagePath(lookupKey, upload, 640) }))
    expect([picture.status, picture.problem.code]).toEqual([422, 'invalid'])
    expect(await factsOf(tenant)).toEqual(['BusinessOnboarded'])
    expect((await owner.put(PATH, chosen({ logoUrl: own }))).body).toMatchObject({ logoUrl: own })
    const { rows } = await command.pool.query('select business_id from vault.files where object_path = $1', [own])
    expect(rows).toEqual([{ business_id: tenant.businessId }])
    expect((await owner.put(PATH, chosen({ version: 4 }))).body).toMatchObject({ logoUrl: null })
  })

  it('is for the signed-in', async () => {
    expect((await command.browser().put(PATH, chosen())).status).toBe(401)
  })
})

it('contract and rules have the same limits', () => {
  const { MOST_TURNAROUND_DAYS, FEWEST_RETENTION_DAYS, MOST_RETENTION_DAYS } = contract
  expect({ MOST_TURNAROUND_DAYS, FEWEST_RETENTION_DAYS, MOST_RETENTION_DAYS }).toEqual({
    MOST_TURNAROUND_DAYS: domain.MOST_TURNAROUND_DAYS,
    FEWEST_RETENTION_DAYS: domain.FEWEST_RETENTION_DAYS,
    MOST_RETENTION_DAYS: domain.MOST_RETENTION_DAYS,
  })
})
