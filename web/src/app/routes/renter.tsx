import { RenterPage } from '../../features/renter/renter-page.tsx'
import { mayBeNew, useMyBooking } from '../../features/renter/use-my-booking.ts'
import { useTitle } from '../../lib/use-title.ts'
import { late } from '../../ui/late.tsx'
import { Loading } from '../../ui/loading.tsx'

const NotValid = late(async () => (await import('../../features/renter/not-valid.tsx')).NotValid)

/** `/{slug}/booking/{token}`: a renter's own page, for whoever has its link. */
export function Renter({ slug, token }: { readonly slug: string; readonly token: string }) {
  const { known, refresh, isAsking } = useMyBooking(slug, token)
  if (known.state === 'loading') return <Loading label="Loading your booking" />
  if (known.state === 'gone') return <NotValid slug={slug} looksAgain={mayBeNew(known)} />
  if (known.state === 'unreachable') {
    return <Unreachable isServer={known.isServer} isAsking={isAsking} onRetry={() => void refresh()} />
  }
  return <RenterPage booking={known.booking} at={known.at} isCopy={known.isCopy} onChanged={refresh} />
}

function Unreachable({
  isServer,
  isAsking,
  onRetry,
}: {
  /** There is a network, and the server is in trouble. */
  readonly isServer: boolean
  readonly isAsking: boolean
  readonly onRetry: () => void
}) {
  useTitle('Your booking could not be loaded')
  return (
    <main className="page-message">
      <h1>Your booking could not be loaded</h1>
      <p>
        {isServer
          ? 'Something is wrong on our side. The page tries again by itself.'
          : 'It is not on this device yet, and the server could not be reached. The page tries again by itself.'}
      </p>
      <p className="page-message-ways">
        <button type="button" onClick={onRetry} disabled={isAsking}>
          Try again
        </button>
      </p>
    </main>
  )
}
