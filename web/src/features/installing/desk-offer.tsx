import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { late } from '../../ui/late.tsx'
import styles from './desk-offer.module.css'
import { install, useWayToInstall } from './installability.ts'

const InstallSteps = late(async () => (await import('./install-steps.tsx')).InstallSteps, null)

/** Installs the desk, from its header; a sign without its word on a telephone. Absent where it is installed already. */
export function DeskOffer({ business }: { readonly business: string }) {
  const way = useWayToInstall()
  const [showing, setShowing] = useState(false)
  if (way === 'none') return null
  return (
    <>
      <Button
        variant="quiet"
        className={styles.install ?? ''}
        aria-label="Install"
        onPress={() => (way === 'dialog' ? void install() : setShowing(true))}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <path d="M10 3v9m-4-4 4 4 4-4M4 16.5h12" fill="none" stroke="currentColor" strokeWidth="1.6" />
        </svg>
        <span>Install</span>
      </Button>
      {showing && <InstallSteps business={business} onClose={() => setShowing(false)} />}
    </>
  )
}
