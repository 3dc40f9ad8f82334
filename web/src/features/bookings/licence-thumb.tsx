import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
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
    <Button className={styles.thumb ?? ''} onPress={onOpen} aria-label={`View license of ${customer}`}>
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
          onError={() => setBroken(true)}
        />
      )}
    </Button>
  )
}
