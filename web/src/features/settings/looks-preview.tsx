import { useLayoutEffect, useRef } from 'react'
import { BusinessMark } from '../business/business-mark.tsx'
import { paint } from '../business/business-theme.tsx'
import styles from './looks-preview.module.css'

/** What portal and dashboard look like with a name, a colour and a logo that are not saved yet. */
export function LooksPreview({
  name,
  colour,
  logoUrl,
}: {
  readonly name: string
  readonly colour: string
  readonly logoUrl: string | null
}) {
  const preview = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (preview.current === null ? undefined : paint(preview.current, colour)), [colour])
  return (
    <figure className={styles.preview}>
      <figcaption>Preview: the portal, and the dashboard</figcaption>
      <div ref={preview} className={styles.screens} aria-hidden="true">
        <div className={styles.portal}>
          <p className={styles.head}>
            <BusinessMark name={name} logoUrl={logoUrl} />
            <strong>{name}</strong>
          </p>
          <div className={styles.body}>
            <p className={styles.title}>Hire a car from {name}</p>
            <span className={styles.button}>Book Now</span>
          </div>
        </div>
        <div className={styles.desk}>
          <p className={styles.head}>
            <BusinessMark name={name} logoUrl={logoUrl} />
            <strong>{name}</strong>
            <small>Up to date 09:42</small>
          </p>
          <div className={styles.body}>
            <p className={styles.row}>
              Ada Lovelace <span>Mon 8 → Wed 10 Dec</span>
            </p>
            <span className={styles.button}>Approve</span>
          </div>
        </div>
      </div>
    </figure>
  )
}
