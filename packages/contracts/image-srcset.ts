import { VEHICLE_IMAGE_WIDTHS } from './upload.ts'

/**
 * The widths in which a vehicle's picture can be had, as the `srcset` of an `img` takes it. Nothing is enlarged, so a
 * picture that is less wide than the widest has its own width as the last one.
 * @param width of the picture itself in pixels; undefined for one of which it is not known: it has all widths
 * @returns null when there is nothing to choose from, because the picture is as narrow as the narrowest
 */
export function imageSrcset(imageUrl: string, width: number | undefined): string | null {
  const own = width ?? Math.max(...VEHICLE_IMAGE_WIDTHS)
  const offered = VEHICLE_IMAGE_WIDTHS.filter((each) => each <= own).map((each) => `${imageUrl}?w=${each} ${each}w`)
  const isOffered = VEHICLE_IMAGE_WIDTHS.some((each) => each === own)
  const all = isOffered ? offered : [...offered, `${imageUrl} ${own}w`]
  return all.length === 1 ? null : all.join(', ')
}
