import { whenBackOnline } from '../lib/back-online.ts'
import styles from './vehicle-photo.module.css'

/**
 * A vehicle's photograph, as large as what holds it. Until it is there, and where it cannot be had (without a network, say),
 * a drawn vehicle stands in its place, and not the browser's torn picture.
 */
export function VehiclePhoto({
  url,
  srcset,
  sizes,
  isFirst = false,
}: {
  readonly url: string
  readonly srcset: string | null
  /** How wide it is shown, as `<img sizes>` says it. */
  readonly sizes: string
  /** It is the largest thing that a phone shows: it is not waited with. */
  readonly isFirst?: boolean
}) {
  return (
    <span className={styles.place}>
      <img
        // Before the source: a browser that meets the source first may begin to load it.
        sizes={sizes}
        srcSet={srcset ?? undefined}
        src={url}
        alt=""
        width={640}
        height={400}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        onError={({ currentTarget }) => {
          currentTarget.style.visibility = 'hidden'
          whenBackOnline(() => {
            currentTarget.src = url
          })
        }}
        onLoad={({ currentTarget }) => {
          currentTarget.style.visibility = ''
        }}
      />
    </span>
  )
}
