import { IconQuery } from '@forecourt/contracts/calls/installing.ts'
import { ICON_SIZES, type IconPurpose, type IconSize } from '@forecourt/contracts/manifest.ts'
import { Slug } from '@forecourt/domain/ids.ts'
import { parseQuery } from '@forecourt/kit/parse.ts'
import { notFound } from '@forecourt/kit/problem.ts'
import { type Request, type RequestHandler, Router } from 'express'
import { z } from 'zod'
import { BUSINESS_QUERY, BusinessRow } from '../business/public-business.ts'
import type { Answering } from '../reading/answering.ts'
import type { Read } from '../reading/reads.ts'
import { type App, appManifest, type Brand, markOf } from './app-manifest.ts'
import { drawIcon, type Logos, versionOf } from './draw-icon.ts'

interface IconWanted {
  readonly size: IconSize
  readonly purpose: IconPurpose
}

const NoQuery = z.strictObject({})

/** What a business's two apps are installed by: their manifests, asked for anew each time, and their icons. */
export function installingRoutes(answering: Answering, logos?: Logos): Router {
  const router = Router({ caseSensitive: true })
  for (const app of ['portal', 'admin'] as const) {
    const get = (file: string, handler: RequestHandler) => router.get(`/:slug/${app}/${file}`, handler)
    const manifest = manifestOf(app)

    get('manifest.webmanifest', async (request, response) => {
      parseQuery(NoQuery, request.originalUrl)
      await answering.toVisitor(manifest, {}, { by: 'slug', slug: slugOf(request) }, request, response)
    })
    get('icon.png', async (request, response) => {
      const { w, purpose, v } = parseQuery(IconQuery, request.originalUrl)
      const size = ICON_SIZES.find((one) => String(one) === w) ?? ICON_SIZES[0]
      await answering.toVisitor(
        iconOf(app, v, logos),
        { size, purpose },
        { by: 'slug', slug: slugOf(request) },
        request,
        response,
      )
    })
  }
  return router
}

/** An address with the version of what it shows never shows anything else. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

const brandOf = (row: BusinessRow): Brand => ({
  slug: row.slug,
  name: row.name,
  colour: row.primary_color,
  logoPath: row.logo_path,
})

/** What a browser installs a business's portal or desk by. */
export const manifestOf = (app: App): Read<BusinessRow, object> => ({
  name: `manifest ${app}`,
  query: BUSINESS_QUERY,
  row: BusinessRow,
  madeOf: 'fleet',
  dependsOnToday: false,
  type: 'application/manifest+json',
  present: ([row]) => row && { body: appManifest(app, brandOf(row)) },
})

const iconOf = (app: App, v: string | undefined, logos: Logos | undefined): Read<BusinessRow, IconWanted> => ({
  name: `icon ${app}`,
  query: BUSINESS_QUERY,
  row: BusinessRow,
  madeOf: 'fleet',
  dependsOnToday: false,
  type: 'image/png',
  cacheControl: (version) => (v !== undefined && v === version ? FOR_GOOD : 'no-cache'),
  present([row], { size, purpose }) {
    if (row === undefined) return undefined
    const mark = markOf(app, brandOf(row))
    return { file: drawIcon(mark, size, purpose, logos), version: versionOf(mark) }
  },
})

/** @throws {Problem} 404 */
function slugOf(request: Request): Slug {
  const slug = Slug.safeParse(request.params.slug)
  if (!slug.success) throw notFound()
  return slug.data
}
