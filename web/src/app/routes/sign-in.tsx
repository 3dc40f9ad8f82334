import { Link, useSearch } from 'wouter'
import { SignInForm } from '../../features/account/sign-in-form.tsx'
import { nameFromSlug } from '../../features/business/business-name.ts'
import { useTitle } from '../../lib/use-title.ts'
import { late } from '../../ui/late.tsx'
import { AccountCard } from './account-card.tsx'

const ForgottenForm = late(async () => (await import('../../features/password/forgotten-form.tsx')).ForgottenForm)

/** `/{slug}/admin/login`; with `?forgotten` for whoever does not know their password any more. */
export function SignIn({ slug }: { readonly slug: string }) {
  const isForgotten = new URLSearchParams(useSearch()).has('forgotten')
  return isForgotten ? <Forgotten slug={slug} /> : <Known slug={slug} />
}

function Known({ slug }: { readonly slug: string }) {
  useTitle(`Sign in – ${nameFromSlug(slug)}`)
  return (
    <AccountCard slug={slug} back={<Link href={`/${slug}/portal`}>Back to the customer portal</Link>}>
      {() => (
        <>
          <h1>Sign in to manage {nameFromSlug(slug)}</h1>
          <SignInForm slug={slug} />
          <p>
            <Link href={`/${slug}/admin/login?forgotten`}>Forgotten your password?</Link>
          </p>
        </>
      )}
    </AccountCard>
  )
}

function Forgotten({ slug }: { readonly slug: string }) {
  useTitle(`Forgotten password – ${nameFromSlug(slug)}`)
  return (
    <AccountCard slug={slug} back={<Link href={`/${slug}/admin/login`}>Back to sign in</Link>}>
      {(business) => (
        <>
          <h1>Forgotten your password?</h1>
          <ForgottenForm slug={slug} business={business} />
        </>
      )}
    </AccountCard>
  )
}
