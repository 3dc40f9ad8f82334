import { type ReactNode, useId } from 'react'
import styles from './settings-page.module.css'

/** A part of the settings: what it is about, and its fields. */
export function Section({
  title,
  about,
  children,
}: {
  readonly title: string
  readonly about: string
  readonly children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <p>{about}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  )
}
