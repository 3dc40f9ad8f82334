import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { opened } from '../testing/open.ts'

const PATH = '/api/admin/business/settings'

const given = opened(async (world, desk) => {
  const harbour = await world.story.business('Harbour Hire')
  const northern = await world.story.business('Northern Wheels')
  await world.caughtUp()
  return { harbour, northern, staff: await desk.signIn(harbour), strangers: await desk.signIn(northern) }
})

describe('GET /api/admin/business/settings', () => {
  it('answers what a new business has until it chooses: no terms, no day kept free, licences for a month', async () => {
    const { desk, strangers } = given()
    const { status, body } = await desk.get(PATH, { session: strangers })
    expect([status, body]).toEqual([
      200,
      {
        version: 1,
        name: 'Northern Wheels',
        primaryColor: '#0f6fde',
        logoUrl: null,
        description: null,
        contactEmail: null,
        contactPhone: null,
        address: null,
        terms: null,
        termsVersion: 0,
        turnaroundDays: 0,
        licenceRetentionDays: 30,
      },
    ])
    expect(safeParse(BusinessSettings, body).data).toEqual(body)
  })

  it('and the portal show at once what was saved: tags move and open dashboards are told', async () => {
    const { desk, world, harbour, northern, staff, strangers } = given()
    const { businessId, slug } = harbour
    const portal = `/api/business/${slug}`
    const etag = (await desk.get(portal)).headers.get('etag') ?? ''
    const own = (await desk.get(PATH, { session: staff })).headers.get('etag') ?? ''
    const others = (await desk.get(PATH, { session: strangers })).headers.get('etag') ?? ''
    const ear = await (await desk.listen(staff)).listens()
    const branding = { name: 'Harbour & Co', primaryColor: '#aa1122', logoPath: '/objects/logos/gull' }
    const { position } = await world.story.append(businessStream(businessId), businessId, [
      { type: 'BusinessBrandingChanged', data: { businessId, ...branding } },
      { type: 'BusinessTermsChanged', data: { businessId, version: 1, terms: 'A full tank.' } },
      { type: 'BusinessRentalRulesChanged', data: { businessId, turnaroundDays: 2, licenceRetentionDays: 60 } },
    ])
    const { body } = await desk.get(PATH, { session: staff, seen: position, etag: own })
    expect(body).toMatchObject({
      version: 4,
      name: 'Harbour & Co',
      primaryColor: '#aa1122',
      logoUrl: '/objects/logos/gull',
      terms: 'A full tank.',
      termsVersion: 1,
      turnaroundDays: 2,
      licenceRetentionDays: 60,
    })
    expect((await desk.get(portal, { etag })).body).toMatchObject({
      name: 'Harbour & Co',
      primaryColor: '#aa1122',
      logoUrl: '/objects/logos/gull',
    })
    await expect.poll(() => ear.lists.flat()).toContain('business')
    ear.close()
    expect((await desk.get(`/api/business/${northern.slug}`)).body).toMatchObject({ name: 'Northern Wheels' })
    expect((await desk.get(PATH, { session: strangers, etag: others })).status).toBe(304)
  })

  it('keeps the terms from the public until there is a contract to read', async () => {
    const { desk, harbour, staff } = given()
    const publicly = (await desk.get(`/api/business/${harbour.slug}`)).text
    const own = (await desk.get('/api/admin/business', { session: staff })).text
    for (const text of [publicly, own]) expect(text).not.toContain('A full tank.')
  })

  it('is for the signed-in', async () => {
    expect((await given().desk.get(PATH)).status).toBe(401)
  })
})
