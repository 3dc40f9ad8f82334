import * as z from 'zod/mini'

/** Sizes that the icon of an app is drawn in, in pixels; 180 is what telephones with iOS put on their home screen. */
export const ICON_SIZES = [180, 192, 512] as const
export type IconSize = (typeof ICON_SIZES)[number]

/** `any` has round corners of its own; what is `maskable` fills the square, and the system cuts it as it likes. */
export const IconPurpose = z.enum(['any', 'maskable'])
export type IconPurpose = z.infer<typeof IconPurpose>

/** Answer of `GET /{slug}/portal/manifest.webmanifest` and of the desk's: what a system needs to install the app. */
export const AppManifest = z.strictObject({
  id: z.string(),
  name: z.string(),
  short_name: z.string(),
  description: z.string(),
  lang: z.string(),
  start_url: z.string(),
  scope: z.string(),
  display: z.literal('standalone'),
  theme_color: z.string(),
  background_color: z.string(),
  icons: z.array(
    z.strictObject({ src: z.string(), sizes: z.string(), type: z.literal('image/png'), purpose: IconPurpose }),
  ),
})
export type AppManifest = z.infer<typeof AppManifest>
