import type { ReactNode } from 'react'
import { BusinessGate } from '../../features/business/business-gate.tsx'
import { BusinessMark } from '../../features/business/business-mark.tsx'
import { App } from '../app.tsx'
import styles from './account-card.module.css'

/** Before the dashboard: one sheet in the colours of the business. */
export function AccountCard({
  slug,
  back,
  children,
}: {
  readonly slug: string
  /** Where else to go. */
  readonly back: ReactNode
  /** @param business its name */
  readonly children: (business: string) => ReactNode
}) {
  return (
    <App>
      <BusinessGate slug={slug}>
        {({ name, logoUrl }) => (
          <div className={styles.page}>
            <main className={styles.card}>
              <p className={styles.business}>
                <BusinessMark name={name} logoUrl={logoUrl} />
                {name}
              </p>
              {children(name)}
              <p className={styles.back}>{back}</p>
            </main>
          </div>
        )}
      </BusinessGate>
    </App>
  )
}
