import { onboardBusiness } from '@forecourt/command/business/onboard.ts'
import { DEFAULT_PRIMARY_COLOUR } from '@forecourt/domain/business/business.ts'
import { BrandColour } from '@forecourt/domain/business/events.ts'
import { Slug } from '@forecourt/domain/ids.ts'
import { z } from 'zod'
import { type Command, RefusedError, required, UsageError } from '../cli/command.ts'

/** Names that are routes of the app or of the server (specification section 2): no business can have them. */
const RESERVED = new Set(['admin', 'customer', 'api', 'objects', 'assets', 'dev', 'healthz', 'readyz'])

/** `forecourt onboard`: takes a business on. */
export const onboard: Command = {
  name: 'onboard',
  summary: 'take a business on',
  example: "forecourt onboard --name 'Harbour Hire' --slug harbour-hire --email hello@harbour-hire.example",
  explained: [
    ['--name TEXT', 'the name that customers see'],
    ['--slug TEXT', 'its place in addresses: small letters, digits and hyphens'],
    ['--email ADDRESS', 'where new requests are mailed'],
    ['--colour #RRGGBB', `the brand colour (${DEFAULT_PRIMARY_COLOUR} unless given)`],
    ['--phone TEXT', 'shown to customers'],
    ['--address TEXT', 'shown to customers'],
    ['--description TEXT', 'shown to customers'],
    ['--time-zone NAME', 'whose days count (Europe/London unless given)'],
  ],
  options: {
    name: { type: 'string' },
    slug: { type: 'string' },
    email: { type: 'string' },
    colour: { type: 'string' },
    phone: { type: 'string' },
    address: { type: 'string' },
    description: { type: 'string' },
    'time-zone': { type: 'string' },
  },
  async run(given, { core, call, publicUrl }) {
    const name = required(given, 'name')
    const slug = slugOf(required(given, 'slug'))
    const colour = BrandColour.safeParse((given.text('colour') ?? DEFAULT_PRIMARY_COLOUR).toLowerCase())
    if (!colour.success) throw new UsageError('--colour must look like #0f6fde')
    const email = required(given, 'email')
    if (!z.email().safeParse(email).success) throw new UsageError('--email must be one e-mail address')
    const timeZone = given.text('time-zone')

    const onboarded = await onboardBusiness(core, call, {
      name,
      slug,
      timeZone,
      branding: { primaryColor: colour.data, logoPath: null },
      contact: {
        description: given.text('description') ?? null,
        contactEmail: email,
        contactPhone: given.text('phone') ?? null,
        address: given.text('address') ?? null,
      },
    })
    if (!onboarded.ok) throw refusal(onboarded.refusal.code, slug, timeZone)
    const { businessId } = onboarded.answer
    const portal = `${publicUrl}/${slug}/portal`
    const dashboard = `${publicUrl}/${slug}/admin`
    return {
      sentences: [
        `${name} is on board.`,
        `  Portal     ${portal}`,
        `  Dashboard  ${dashboard}`,
        `Next: forecourt add-staff --business ${slug} --email ADDRESS`,
      ],
      facts: { businessId, slug, portal, dashboard },
    }
  },
}

/** The text as a slug that a business can have. @throws {UsageError} */
function slugOf(text: string): Slug {
  const slug = Slug.safeParse(text)
  if (!slug.success) throw new UsageError('--slug takes small letters, digits and hyphens, such as harbour-hire')
  if (RESERVED.has(slug.data)) throw new UsageError(`--slug ${slug.data} is an address of the platform itself`)
  return slug.data
}

function refusal(code: string, slug: string, timeZone: string | undefined): RefusedError {
  const sentences: Readonly<Record<string, string>> = {
    'slug-taken': `there is a business with the slug ${slug} already`,
    'unknown-time-zone': `there is no time zone ${timeZone}`,
  }
  return new RefusedError(code, sentences[code] ?? `the platform refused: ${code}`)
}
