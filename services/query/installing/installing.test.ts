import { AppManifest } from '@forecourt/contracts/manifest.ts'
import { businessStream } from '@forecourt/domain/streams.ts'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { Desk } from '../testing/desk.ts'
import { opened } from '../testing/open.ts'
import { appManifest, markOf } from './app-manifest.ts'
import { drawIcon } from './draw-icon.ts'

const FOR_GOOD = 'public, max-age=31536000, immutable'

const APPS = ['portal', 'admin'] as const
/** Red, green, blue and opacity of the pixel in the corner. */
async function corner(purpose: 'any' | 'maskable'): Promise<number[]> {
  const { bytes } = await drawIcon({ app: 'portal', initials: 'HH', colour: '#0f6fde' }, 512, purpose)
  return [...(await sharp(bytes).ensureAlpha().raw().toBuffer()).subarray(0, 4)]
}

const harbour = { slug: 'harbour-hire', name: 'Harbour Hire', colour: '#0f6fde' }

describe('the initials in an icon', () => {
  it.each([
    ['Harbour Hire', 'HH'],
    ['Żubr', 'Z'],
    ['Прокат', ''],
  ])('of %j are %j: what there is no outline for is left out', (name, initials) => {
    expect(markOf('admin', { ...harbour, name }).initials).toBe(initials)
  })
})

describe('a manifest', () => {
  it('of each app is its own: ids and scopes of one business and of two never overlap', () => {
    const brands = [harbour, { ...harbour, slug: 'harbour' }, { ...harbour, slug: 'harbour-hire-2' }]
    const all = brands.flatMap((brand) => APPS.map((app) => appManifest(app, brand)))
    for (const one of all) {
      const holders = all.filter(({ scope }) => one.start_url.startsWith(scope))
      expect(holders).toEqual([one])
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    }
  })

  it.each([
    ['Harbour Hire', 'Harbour Hire', 'Harbour desk'],
    ['Northern Wheels of York', 'Northern', 'NW desk'],
    ['Прокатавтомобилей', 'Прокатавтомо', 'Desk'],
    ['Wolverhamptonian', 'Wolverhampto', 'W desk'],
  ])('names %s shortly', (name, portal, desk) => {
    const brand = { ...harbour, name }
    expect(APPS.map((app) => appManifest(app, brand).short_name)).toEqual([portal, desk])
  })
})

describe('an icon', () => {
  it.each(['#0f6fde', '#ffd400', '#ffffff', '#000000'])('in %s can be read', async (colour) => {
    for (const app of APPS) {
      const { bytes } = await drawIcon({ app, initials: 'HH', colour }, 192, 'maskable')
      const { channels } = await sharp(bytes).stats()
      // Ground and letters are far apart in at least one channel.
      expect(Math.max(...channels.slice(0, 3).map(({ min, max }) => max - min))).toBeGreaterThan(120)
    }
  })

  it('that is maskable fills its square, any other has round corners', async () => {
    expect(await corner('maskable')).toEqual([0x0f, 0x6f, 0xde, 255])
    expect((await corner('any'))[3]).toBe(0)
  })

  it('is drawn without letters where there are none', async () => {
    const { bytes } = await drawIcon({ app: 'portal', initials: '', colour: '#0f6fde' }, 180, 'maskable')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
  })
})

const given = opened(async ({ story }) => {
  const tenant = await story.business('Harbour Hire')
  const gone = await story.business('Gone Cars')
  await story.deactivate(gone)
  return { tenant, gone }
})

describe.each(APPS)('over HTTP, the %s', (app) => {
  it('has a manifest that is asked for anew, and answered 304 while nothing has changed', async () => {
    const { desk, tenant } = given()
    const path = `/${tenant.slug}/${app}/manifest.webmanifest`
    const { status, headers, body } = await desk.get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(safeParse(AppManifest, body).data).toMatchObject({ scope: `/${tenant.slug}/${app}`, theme_color: '#0f6fde' })
    expect((await desk.get(path, { etag: headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('has icons as its manifest says, which are kept for good under their version', async () => {
    const { desk, tenant } = given()
    const { body } = await desk.get(`/${tenant.slug}/${app}/manifest.webmanifest`)
    for (const { src, sizes } of safeParse(AppManifest, body).data?.icons ?? []) {
      const { status, headers } = await desk.get(src)
      expect({ src, status, type: headers.get('content-type') }).toEqual({ src, status: 200, type: 'image/png' })
      expect(headers.get('cache-control')).toBe(FOR_GOOD)
      const plain = await desk.get(src.replace(/&v=.*/, ''))
      expect(plain.headers.get('cache-control')).toBe('no-cache')
      expect(sizes).toMatch(/^(192|512)x\1$/)
    }
  })

  it('has an icon that is kept for good under its own version alone: under another it is asked for anew', async () => {
    const { desk, world } = given()
    const { businessId, slug } = await world.story.business(`Other ${app}`)
    await world.caughtUp()
    const manifest = `/${slug}/${app}/manifest.webmanifest`
    const iconIn = async () => safeParse(AppManifest, (await desk.get(manifest)).body).data?.icons[0]?.src ?? ''
    const before = await iconIn()
    const branding = { businessId, name: `Other ${app}`, primaryColor: '#b00020', logoPath: null }
    await world.story.append(businessStream(businessId), businessId, [
      { type: 'BusinessBrandingChanged', data: branding },
    ])
    await world.caughtUp()
    const now = await vi.waitFor(async () => {
      const src = await iconIn()
      expect(src).not.toBe(before)
      return src
    })
    for (const [address, control] of [
      [before, 'no-cache'],
      [now.replace(/&v=.*/, '&v=0123456789'), 'no-cache'],
      [now, FOR_GOOD],
    ] as const) {
      const { status, headers } = await desk.get(address)
      expect([status, headers.get('cache-control')]).toEqual([200, control])
      const again = await desk.get(address, { etag: headers.get('etag') ?? '' })
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, control])
    }
  })

  it('of a business that nobody has, or that is not active, is absent with the same bytes as anything else', async () => {
    const { desk, gone } = given()
    const absent = await desk.get('/api/business/nobody')
    for (const slug of ['nobody', gone.slug, 'NOT_A_SLUG', '..%2f..']) {
      for (const file of ['manifest.webmanifest', 'icon.png?w=192']) {
        const { status, text, headers } = await desk.get(`/${slug}/${app}/${file}`)
        expect([slug, file, status, text]).toEqual([slug, file, 404, absent.text])
        expect(headers.get('cache-control')).toBe('no-store')
      }
    }
  })

  it.each(['', '?w=1', '?w=192&w=192', '?w=192&purpose=other', '?w=192&v=zz', '?w=192&colour=red'])(
    'draws no icon for %j',
    async (query) => {
      const { desk, tenant } = given()
      expect((await desk.get(`/${tenant.slug}/${app}/icon.png${query}`)).status).toBe(400)
    },
  )
})

it('an icon whose logo is not there for now is kept by nobody, and shows the logo as soon as it is there again', async () => {
  const { world } = given()
  const logo = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#b00020' } })
    .png()
    .toBuffer()
  let stored: Buffer | undefined
  await using desk = await Desk.open(world, undefined, undefined, undefined, undefined, async () => stored)
  const { businessId, slug } = await world.story.business('Logo Cars')
  const branding = { businessId, name: 'Logo Cars', primaryColor: '#0f6fde', logoPath: '/objects/logos/away' }
  await world.story.append(businessStream(businessId), businessId, [
    { type: 'BusinessBrandingChanged', data: branding },
  ])
  await world.caughtUp()

  const { icons } = appManifest('portal', { ...branding, slug, colour: branding.primaryColor })
  const addresses = icons.flatMap(({ src }) => [src, src.replace(/&v=.*/, '')])
  for (const address of addresses) {
    const { status, headers } = await desk.get(address)
    expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([200, 'no-store', null])
  }
  stored = logo
  for (const address of addresses) {
    const { status, headers } = await desk.get(address)
    expect([status, headers.get('cache-control')]).toEqual([200, address.includes('&v=') ? FOR_GOOD : 'no-cache'])
    const etag = headers.get('etag') ?? ''
    expect((await desk.get(address, { etag })).status).toBe(304)
  }
})
