import * as z from 'zod/mini'
import { AppManifest, ICON_SIZES, IconPurpose } from '../manifest.ts'
import type { Answer, Call, Section } from './call.ts'
import { BUSINESS } from './examples.ts'

const section: Section = {
  name: 'Installing',
  about: "A business's portal and its desk are two apps, which can be installed side by side. Systems ask for these.",
}

/** What an icon's address says about it. */
export const IconQuery = z.strictObject({
  w: z.enum(ICON_SIZES.map(String), `w is one of ${ICON_SIZES.join(', ')}`),
  purpose: z._default(IconPurpose, 'any'),
  v: z.optional(z.string().check(z.regex(/^[0-9a-f]{10}$/, 'v is the version that the manifest has'))),
})
const SAME: Answer = {
  about: 'You have it already: `If-None-Match` names it.',
  content: [],
  headers: ['ETag', 'X-Stale'],
}

const params = { slug: { names: 'business', about: "The business's name in addresses." } } as const

const manifest = (id: string, app: 'portal' | 'admin', summary: string): Call => ({
  id,
  section,
  method: 'GET',
  path: `/{slug}/${app}/manifest.webmanifest`,
  summary,
  service: 'query',
  access: 'anyone',
  params,
  answers: {
    200: {
      about: 'The manifest.',
      content: [{ type: 'application/manifest+json', schema: AppManifest }],
      headers: ['ETag', 'X-Stale'],
    },
    304: SAME,
  },
  example: { params: { slug: BUSINESS } },
})

const icon = (id: string, app: 'portal' | 'admin', summary: string): Call => ({
  id,
  section,
  method: 'GET',
  path: `/{slug}/${app}/icon.png`,
  summary,
  about: 'Drawn from name and colour. With the version `v`, as the manifest gives it, it is kept for good.',
  service: 'query',
  access: 'anyone',
  params,
  query: IconQuery,
  answers: {
    200: { about: 'The icon.', content: [{ type: 'image/png' }], headers: ['ETag', 'X-Stale'] },
    304: SAME,
  },
  example: { params: { slug: BUSINESS }, query: { w: '192', purpose: 'any' } },
})

export const installingCalls: readonly Call[] = [
  manifest('portalManifest', 'portal', "The portal's manifest"),
  icon('portalIcon', 'portal', "The portal's icon"),
  manifest('deskManifest', 'admin', "The desk's manifest"),
  icon('deskIcon', 'admin', "The desk's icon"),
]
