import dashboard640 from './pictures/dashboard-640.avif'
import dashboard1280 from './pictures/dashboard-1280.avif'
import dashboardWebp from './pictures/dashboard-1280.webp'
import dashboard2560 from './pictures/dashboard-2560.avif'
import fleet640 from './pictures/fleet-640.avif'
import fleet1280 from './pictures/fleet-1280.avif'
import fleetWebp from './pictures/fleet-1280.webp'
import fleet2560 from './pictures/fleet-2560.avif'
import portal640 from './pictures/portal-640.avif'
import portal1280 from './pictures/portal-1280.avif'
import portalWebp from './pictures/portal-1280.webp'
import portal2560 from './pictures/portal-2560.avif'
import type { Preview } from './texts.ts'

/** Pictures of this product, taken by `npm run screenshots`. */
const PICTURES: Readonly<
  Record<Preview['name'], { readonly avif: readonly [string, string, string]; readonly webp: string }>
> = {
  portal: { avif: [portal640, portal1280, portal2560], webp: portalWebp },
  dashboard: { avif: [dashboard640, dashboard1280, dashboard2560], webp: dashboardWebp },
  fleet: { avif: [fleet640, fleet1280, fleet2560], webp: fleetWebp },
}

/** A screenshot of 1280 × 720. `sizes` says how wide it is shown. */
export function PreviewPicture({
  preview: { name, alt },
  sizes,
  isHidden = false,
}: {
  readonly preview: Preview
  readonly sizes: string
  /** What is around it says what it shows. */
  readonly isHidden?: boolean
}) {
  const { avif, webp } = PICTURES[name]
  const [small, medium, large] = avif
  return (
    <picture>
      <source type="image/avif" sizes={sizes} srcSet={`${small} 640w, ${medium} 1280w, ${large} 2560w`} />
      <img src={webp} alt={isHidden ? '' : alt} width={1280} height={720} loading="lazy" decoding="async" />
    </picture>
  )
}
