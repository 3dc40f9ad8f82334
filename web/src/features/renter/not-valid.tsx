import { PublicBusiness } from '@forecourt/contracts/business.ts'
import { useEffect, useState } from 'react'
import { get } from '../../lib/api.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Telephone } from '../../ui/telephone.tsx'

/**
 * The link lets nobody in, whatever the reason: it tells nothing of any booking, only whom to ask.
 * @param looksAgain the page asks about it again, as it may be too new
 */
export function NotValid({ slug, looksAgain }: { readonly slug: string; readonly looksAgain: boolean }) {
  useTitle('Link not valid')
  const [business, setBusiness] = useState<PublicBusiness>()
  useEffect(() => {
    const control = new AbortController()
    get(PublicBusiness, `/api/business/${encodeURIComponent(slug)}`, control.signal)
      .then(setBusiness)
      .catch(() => undefined)
    return () => control.abort()
  }, [slug])
  const { name = 'the business', contactPhone = null, contactEmail = null } = business ?? {}
  return (
    <main className="page-message">
      <h1>This link is not valid</h1>
      <p>
        It may have been replaced by a newer one: look for the latest mail about your booking. If that does not help,
        ask {name} to send you the link again.
        {looksAgain && ' If the mail has only just come, wait a minute: this page looks again by itself.'}
      </p>
      <p className="page-message-ways">
        {contactPhone !== null && <Telephone written={contactPhone} verb="Call" />}
        {contactEmail !== null && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
        {business !== undefined && <a href={`/${business.slug}/portal`}>To {business.name}</a>}
      </p>
    </main>
  )
}
