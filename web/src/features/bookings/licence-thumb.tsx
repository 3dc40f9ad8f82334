import { useState } from 'react'
import { whenBackOnline } from '../../lib/back-online.ts'
import styles from './licence-thumb.module.css'

/** The licence as a small picture that opens the large one. */
export function LicenceThumb({
  path,
  customer,
  onOpen,
}: {
  readonly path: string
  readonly customer: string
  readonly onOpen: () => void
}) {
  const [broken, setBroken] = useState(false)
  return (
    <button
      type="button"
      className={styles.thumb}
      onClick={(event) => {
        // Safari gives a tapped button no focus: the dialog gives it back to this one.
        event.currentTarget.focus({ preventScroll: true })
        onOpen()
      }}
      aria-label={`View license of ${customer}`}
    >
      {broken ? (
        <span>View</span>
      ) : (
        <img
          src={`${path}?w=96`}
          alt=""
          width={56}
          height={44}
          loading="lazy"
          decoding="async"
          onError={() => {
            setBroken(true)
            whenBackOnline(() => setBroken(false))
          }}
        />
      )}
    </button>
  )
}
