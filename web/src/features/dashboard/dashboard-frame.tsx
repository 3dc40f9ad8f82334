import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ownBusiness } from '../business/api.ts'
import { BusinessMark } from '../business/business-mark.tsx'
import { DeskOffer } from '../installing/desk-offer.tsx'
import { DeskKeys } from '../shortcuts/desk-keys.tsx'
import styles from './dashboard-frame.module.css'
import { DeskMenu } from './desk-menu.tsx'
import { LogoutButton } from './logout-button.tsx'
import { StatusLine } from './status-line.tsx'
import { type Screen, tabs } from './tabs.ts'

/** Round every tab: the business, who is signed in, and the way about: a rail in landscape, a bar below in portrait. */
export function DashboardFrame({
  user,
  active,
  onHurry,
  onLogout,
  children,
}: {
  readonly user: CurrentUser
  readonly active: Screen
  /** Shows the active screen as soon as may be, and resolves then. */
  readonly onHurry: () => Promise<void>
  readonly onLogout: () => void
  readonly children: ReactNode
}) {
  const logoUrl = useQuery(ownBusiness()).data?.logoUrl ?? null
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <div className={styles.business}>
          <p className={styles.name}>
            <BusinessMark name={user.business.name} logoUrl={logoUrl} />
            <span>{user.business.name}</span>
          </p>
          <StatusLine />
        </div>
        <p className={styles.user}>{user.email}</p>
        <DeskOffer business={user.business.name} />
        <DeskKeys onHurry={onHurry} />
        <DeskMenu active={active} />
        <LogoutButton user={user} onLogout={onLogout} />
      </header>
      <nav aria-label="Dashboard" className={styles.nav}>
        {tabs.map(({ id, label, icon }) => (
          <Link key={id} href={`?tab=${id}`} aria-current={id === active ? 'page' : undefined}>
            <svg viewBox="0 0 19 18" width="24" height="24" aria-hidden="true">
              <path d={icon} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
            </svg>
            <span>{label}</span>
          </Link>
        ))}
      </nav>
      <main className={styles.main}>{children}</main>
    </div>
  )
}
