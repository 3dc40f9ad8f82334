import type { RenterBooking } from '@forecourt/contracts/renter-booking.ts'
import { useEffect } from 'react'
import { NativeButton } from '../../ui/native-button.tsx'
import { install, useWayToInstall } from '../installing/installability.ts'
import { IOS_STEPS } from '../installing/texts.ts'
import { bookingManifest } from './manifest.ts'
import styles from './renter-page.module.css'

/** Offers the booking for the home screen, where it opens without a network too. */
export function InstallOffer({ business }: { readonly business: RenterBooking['business'] }) {
  const { name, slug, primaryColor } = business
  useEffect(() => {
    // Made here and not by the server: its start is this page's address, and that has the link's secret in it.
    const manifest = bookingManifest({ name, slug, primaryColor }, window.location)
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = URL.createObjectURL(new Blob([JSON.stringify(manifest)], { type: 'application/manifest+json' }))
    document.head.append(link)
    return () => {
      URL.revokeObjectURL(link.href)
      link.remove()
    }
  }, [name, slug, primaryColor])
  const way = useWayToInstall()
  if (way === 'none') return null
  return (
    <section className={styles.part} aria-labelledby="keep">
      <h2 id="keep">Keep it at hand</h2>
      <p>On your home screen this page opens at once, also without a network.</p>
      {way === 'dialog' ? (
        <div className={styles.ways}>
          <NativeButton onClick={() => void install()}>Put it on my home screen</NativeButton>
        </div>
      ) : (
        <p>{IOS_STEPS}</p>
      )}
    </section>
  )
}
