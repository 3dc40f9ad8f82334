import { Link } from 'wouter'
import { SignInForm } from '../../features/account/sign-in-form.tsx'
import { BusinessGate } from '../../features/business/business-gate.tsx'
import { BusinessMark } from '../../features/business/business-mark.tsx'
import { nameFromSlug } from '../../features/business/business-name.ts'
import { useTitle } from '../../lib/use-title.ts'
import { App } from '../app.tsx'
import styles from './sign-in.module.css'

/** `/{slug}/admin/login` */
export function SignIn({ slug }: { readonly slug: string }) {
  useTitle(`Sign in – ${nameFromSlug(slug)}`)
  return (
    <App>
      <BusinessGate slug={slug}>
        {(business) => (
          <div className={styles.page}>
            <main className={styles.card}>
              <p className={styles.business}>
                <BusinessMark name={business.name} logoUrl={business.logoUrl} />
                {business.name}
              </p>
              <h1>Sign in to manage {nameFromSlug(slug)}</h1>
              <SignInForm slug={slug} />
              <p className={styles.back}>
                <Link href={`/${slug}/portal`}>Back to the customer portal</Link>
              </p>
            </main>
          </div>
        )}
      </BusinessGate>
    </App>
  )
}
