import { initialsOf } from '@forecourt/contracts/initials.ts'
import styles from './business-mark.module.css'

/** The business's logo; where it has none, or it cannot be loaded, its initials in its colour. The name stands beside it. */
export function BusinessMark({ name, logoUrl }: { readonly name: string; readonly logoUrl: string | null }) {
  return (
    <span className={styles.mark} aria-hidden="true">
      {initialsOf(name)}
      {logoUrl !== null && (
        <img src={logoUrl} alt="" width={36} height={36} onError={({ currentTarget }) => currentTarget.remove()} />
      )}
    </span>
  )
}
