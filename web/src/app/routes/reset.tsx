import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { nameFromSlug } from '../../features/business/business-name.ts'
import { useLinkToken } from '../../features/password/link-token.ts'
import { ResetForm } from '../../features/password/reset-form.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { toast } from '../../ui/toast-queue.ts'
import { AccountCard } from './account-card.tsx'

/** `/{slug}/admin/reset#{token}`: where the mailed link leads. Nobody is signed in by it: the way goes on to the sign-in. */
export function Reset({ slug }: { readonly slug: string }) {
  useTitle(`Choose a password – ${nameFromSlug(slug)}`)
  const { token, forget } = useLinkToken()
  const [over, setOver] = useState<string>()
  const [, navigate] = useLocation()
  const signIn = `/${slug}/admin/login`
  return (
    <AccountCard slug={slug} back={<Link href={signIn}>Back to sign in</Link>}>
      {(business) =>
        token === undefined || token === over ? (
          <NoLink isOver={token !== undefined} again={`${signIn}?forgotten`} />
        ) : (
          <>
            <h1>Choose a password</h1>
            <p>For the dashboard of {business}. Afterwards you sign in with it, on every device.</p>
            <ResetForm
              key={token}
              token={token}
              onOver={() => setOver(token)}
              onDone={() => {
                forget()
                toast('Password saved', 'Sign in with it.')
                navigate(signIn, { replace: true })
              }}
            />
          </>
        )
      }
    </AccountCard>
  )
}

/** The link was used, is too old, or there was none. */
function NoLink({ isOver, again }: { readonly isOver: boolean; readonly again: string }) {
  return (
    <>
      <h1>{isOver ? 'This link is over' : 'Open the link in your mail'}</h1>
      <p role="alert">
        {isOver
          ? 'It has been used, or is more than an hour old, or your password or access was changed since.'
          : 'This page needs the link that was mailed to you. Open it once more, or ask for a new one.'}
      </p>
      <ButtonLink href={again} variant="primary">
        Ask for a new link
      </ButtonLink>
    </>
  )
}
