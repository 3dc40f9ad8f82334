/**
 * A screen of the dashboard as a member has last seen it: what of it was in sight, as markup. It is shown, out of reach, until
 * the app itself has something to show: without a network that is the better part of a second. Stored where: IndexedDB, in the
 * store of the member's copy (`offline/query-copy.ts`) under its key and the screen's name; it goes when the copy goes, and with
 * any change that the member makes: no picture has it.
 */
export interface LastSeen {
  /** The script of the app that made it: another version looks otherwise. */
  readonly app: string
  /** When, in milliseconds. */
  readonly at: number
  /** How wide the window was: another one holds other rows. */
  readonly width: number
  /** How high the whole page was. */
  readonly height: number
  /** Addresses of the style sheets that it needs. */
  readonly styles: readonly string[]
  /** The colours of the business, as a style of the document. */
  readonly brand: string
  readonly markup: string
  /** Markup of the status line, for the time until the app knows better. */
  readonly lines: { readonly online: string; readonly offline: string }
}

/** The screens of which a picture is kept: those that the desk opens with, and nobody types into. */
const PICTURED = ['overview', 'bookings'] as const

/** Whether a picture of the screen is kept. */
export const isPictured = (screen: string): boolean => PICTURED.some((one) => one === screen)

/** The keys of all pictures of a member, by the key of their copy. */
export const keysOfSeen = (copy: string): string[] => PICTURED.map((screen) => keyOfSeen(copy, screen))

/** The key of one. `show-last-seen.ts` has it too, and nothing else of the app. */
export const keyOfSeen = (copy: string, screen: string): string => `${copy}:seen:${screen}`
