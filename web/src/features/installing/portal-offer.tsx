import { Button } from '../../ui/button.tsx'
import { install, useWayToInstall } from './installability.ts'
import styles from './portal-offer.module.css'
import { IOS_STEPS } from './texts.ts'

/** Offers the portal to a renter whose request was just accepted: the moment at which they know what it is good for. */
export function PortalOffer({ business }: { readonly business: string }) {
  const way = useWayToInstall()
  if (way === 'none') return null
  return (
    <section className={styles.offer} aria-label="Install the app">
      <p>Keep {business} on your home screen: it opens at once, also without a network.</p>
      {way === 'dialog' ? <Button onPress={() => void install()}>Install the app</Button> : <p>{IOS_STEPS}</p>}
    </section>
  )
}
