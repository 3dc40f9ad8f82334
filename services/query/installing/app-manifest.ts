import { initialsOf } from '@forecourt/contracts/initials.ts'
import type { AppManifest, IconPurpose, IconSize } from '@forecourt/contracts/manifest.ts'
import { type Mark, versionOf } from './draw-icon.ts'
import { GLYPHS } from './glyphs.ts'

/** The two apps of a business; the desk's address says `admin`. */
export type App = 'portal' | 'admin'

/** What a business is known by. */
export interface Brand {
  readonly slug: string
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string
  readonly logoPath?: string | null
}

const PAPER = '#faf8f4'
/** Systems cut longer names below an icon. */
const SHORT = 12
const ICONS: readonly (readonly [IconSize, IconPurpose])[] = [
  [192, 'any'],
  [512, 'any'],
  [192, 'maskable'],
  [512, 'maskable'],
]

/** What the icon of a business's app shows. */
export const markOf = (app: App, { name, colour, logoPath = null }: Brand): Mark => ({
  app,
  initials: drawable(name),
  colour,
  logoPath,
})

/**
 * What a system needs to know to install one of a business's two apps. Their scopes are whole parts of an address, so
 * that no page belongs to two apps.
 */
export function appManifest(app: App, brand: Brand): AppManifest {
  const { slug, name, colour } = brand
  const home = `/${slug}/${app}`
  const version = versionOf(markOf(app, brand))
  return {
    id: home,
    ...(app === 'portal'
      ? { name, short_name: shortName(name), description: `Hire a car from ${name}.` }
      : {
          name: `${name} – desk`,
          short_name: deskName(name),
          description: `Bookings and fleet of ${name}, for staff.`,
        }),
    lang: 'en-GB',
    start_url: home,
    scope: home,
    display: 'standalone',
    theme_color: colour,
    background_color: PAPER,
    icons: ICONS.map(([size, purpose]) => ({
      src: `${home}/icon.png?w=${size}&purpose=${purpose}&v=${version}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  }
}

/** As many whole words as there is room for; undefined when not even the first one fits. */
function wholeWords(name: string, room: number): string | undefined {
  const words = name.split(/\s+/)
  const most = words.findLastIndex((_word, last) => words.slice(0, last + 1).join(' ').length <= room)
  return most < 0 ? undefined : words.slice(0, most + 1).join(' ')
}

const shortName = (name: string): string => wholeWords(name, SHORT) ?? Array.from(name).slice(0, SHORT).join('')

/** The desk says that it is one: both apps of a business may stand on one screen. */
function deskName(name: string): string {
  const desk = 'desk'
  const before = wholeWords(name, SHORT - desk.length - 1) ?? drawable(name)
  return before === '' ? 'Desk' : `${before} ${desk}`
}

/** The initials of a business, as far as an icon can be drawn with them. */
const drawable = (name: string): string => initialsOf(name, (letter) => GLYPHS[letter] !== undefined)
