import type { Business } from '@forecourt/domain/business/business.ts'
import { logoAt } from '../files/logo.ts'

/** How letters look: the bar above the letter and the button have the colour of the business. */
export interface Branding {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string
  readonly logo?: MailLogo | undefined
}

/** A logo that goes along with a mail: a mail loads nothing from anywhere. */
export interface MailLogo {
  readonly png: Buffer
  /** At which it is shown; in pixels of the letter. */
  readonly width: number
  readonly height: number
}

/** By which the letter names the logo that came with it; unique within one mail is enough. */
export const LOGO_ID = 'logo@forecourt'

/** What a logo is shown in, in pixels of the letter. */
const ROOM = { width: 160, height: 40 }
/** A mail may not be much heavier for it, in bytes. */
const HEAVIEST = 150_000

/** The business's colours and logo. A mail does not wait for a logo that cannot be had. */
export async function brandingOf(storing: Parameters<typeof logoAt>[0], business: Business): Promise<Branding> {
  const png = await logoAt(storing, business.logoPath).catch(() => undefined)
  return { name: business.name, colour: business.primaryColor, logo: png && asMailLogo(png) }
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The logo as letters show it; undefined for one that is no PNG, or too heavy. */
export function asMailLogo(png: Buffer): MailLogo | undefined {
  if (png.length > HEAVIEST || png.length < 24 || !png.subarray(0, 8).equals(SIGNATURE)) return undefined
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (width === 0 || height === 0) return undefined
  const scale = Math.min(1, ROOM.width / width, ROOM.height / height)
  return { png, width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
