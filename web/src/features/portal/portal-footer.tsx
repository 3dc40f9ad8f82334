import type { PublicBusiness } from '@forecourt/contracts/business.ts'
import { Telephone } from '../../ui/telephone.tsx'
import styles from './portal-footer.module.css'

/** How to reach the business. */
export function PortalFooter({ business }: { readonly business: PublicBusiness }) {
  const { name, address, contactPhone, contactEmail } = business
  return (
    <footer className={styles.footer}>
      <strong>{name}</strong>
      {address !== null && <span>{address}</span>}
      {contactPhone !== null && <Telephone written={contactPhone} />}
      {contactEmail !== null && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
    </footer>
  )
}
