import { initialsOf } from '@forecourt/contracts/initials.ts'
import { useState } from 'react'
import styles from './business-mark.module.css'

/** The business's logo; where it has none, or it cannot be loaded, its initials in its colour. The name stands beside it. */
export function BusinessMark({ name, logoUrl }: { readonly name: string; readonly logoUrl: string | null }) {
  // By its address: another logo is tried again.
  const [missing, setMissing] = useState<string>()
  const [wide, setWide] = useState({ logoUrl, ratio: 1 })
  const isShown = logoUrl !== null && logoUrl !== missing
  const ratio = isShown && wide.logoUrl === logoUrl ? wide.ratio : 1
  // Most logos are wider than high: in a square their letters would be too small to read.
  const width = ratio > 1 ? `min(${(2.25 * ratio).toFixed(2)}rem, 6rem)` : undefined
  return (
    <span className={styles.mark} style={{ width }} aria-hidden="true">
      {initialsOf(name)}
      {isShown && (
        <img
          key={logoUrl}
          src={`${logoUrl}?w=96`}
          alt=""
          width={36}
          height={36}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setWide({ logoUrl, ratio: naturalWidth / Math.max(1, naturalHeight) })
          }
          onError={() => setMissing(logoUrl)}
        />
      )}
    </span>
  )
}
