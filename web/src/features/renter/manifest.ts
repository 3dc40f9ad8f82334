/**
 * What a system needs to know to put one booking on the home screen: an app of its own, whose scope is no part of the
 * portal's or the desk's.
 * @param page the booking's own page
 */
export function bookingManifest(
  { name, slug, primaryColor }: { readonly name: string; readonly slug: string; readonly primaryColor: string },
  page: { readonly origin: string; readonly pathname: string },
) {
  const home = `${page.origin}${page.pathname}`
  return {
    id: home,
    name: `Your booking – ${name}`,
    short_name: 'My booking',
    lang: 'en-GB',
    start_url: home,
    scope: home,
    display: 'standalone',
    theme_color: primaryColor,
    background_color: '#faf8f4',
    icons: (['any', 'maskable'] as const).flatMap((purpose) =>
      [192, 512].map((size) => ({
        src: `${page.origin}/${slug}/portal/icon.png?w=${size}&purpose=${purpose}`,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ),
  }
}
