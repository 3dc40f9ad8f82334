import { initialsOf } from '@forecourt/contracts/initials.ts'
import { useState } from 'react'
import styles from './business-mark.module.css'

/** The business's logo; where it has none, or it cannot be loaded, its initials in its colour. The name stands beside it. */
export function BusinessMark({ name, logoUrl }: { readonly name: string; readonly logoUrl: string | null }) {
  // By its address: another logo is tried again.
  const [missing, setMissing] = useState<string>()
  return (
    <span className={styles.mark} aria-hidden="true">
      {initialsOf(name)}
      {logoUrl !== null && logoUrl !== missing && (
        <img key={logoUrl} src={`${logoUrl}?w=96`} alt="" width={36} height={36} onError={() => setMissing(logoUrl)} />
      )}
    </span>
  )
}
