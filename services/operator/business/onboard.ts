import { onboardBusiness } from '@forecourt/command/business/onboard.ts'
import { DEFAULT_PRIMARY_COLOUR } from '@forecourt/domain/business/business.ts'
import { BrandColour } from '@forecourt/domain/business/events.ts'
import { Slug } from '@forecourt/domain/ids.ts'
import { type Command, optional, RefusedError, required, requiredEmail, UsageError } from '../cli/command.ts'

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
  needs: ['name', 'slug', 'email'],
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
    const name = required(given, 'name', { line: 100 })
    const slug = slugOf(required(given, 'slug', { line: 63 }))
    const colour = BrandColour.safeParse(
      (optional(given, 'colour', { line: 7 }) ?? DEFAULT_PRIMARY_COLOUR).toLowerCase(),
    )
    if (!colour.success) throw new UsageError('--colour must look like #0f6fde')
    const email = requiredEmail(given, 'email')
    const timeZone = optional(given, 'time-zone', { line: 100 })

    const onboarded = await onboardBusiness(core, call, {
      name,
      slug,
      timeZone,
      branding: { primaryColor: colour.data, logoPath: null },
      contact: {
        description: optional(given, 'description', { lines: 2_000 }) ?? null,
        contactEmail: email,
        contactPhone: optional(given, 'phone', { line: 50 }) ?? null,
        address: optional(given, 'address', { lines: 300 }) ?? null,
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

/** The text as a slug. @throws {UsageError} it is none */
function slugOf(text: string): Slug {
  const slug = Slug.safeParse(text)
  if (!slug.success) throw new UsageError('--slug takes small letters, digits and hyphens, such as harbour-hire')
  return slug.data
}

function refusal(code: string, slug: string, timeZone: string | undefined): RefusedError {
  const sentences: Readonly<Record<string, string>> = {
    'slug-reserved': `${slug} is an address of the platform itself`,
    'slug-taken': `there is a business with the slug ${slug} already`,
    'unknown-time-zone': `there is no time zone ${timeZone}: area and place are wanted, as in Europe/London`,
  }
  return new RefusedError(code, sentences[code] ?? `the platform refused: ${code}`)
}
