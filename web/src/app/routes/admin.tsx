import type { CurrentUser } from '@forecourt/contracts/account.ts'
import { useLayoutEffect } from 'react'
import { useSearch } from 'wouter'
import { beginDesk } from '../../features/account/begin-desk.ts'
import { SessionGate } from '../../features/account/session-gate.tsx'
import { useSignOut } from '../../features/account/use-sign-out.ts'
import { BusinessTheme } from '../../features/business/business-theme.tsx'
import { CustomersAtHand } from '../../features/dashboard/customers-at-hand.tsx'
import { DashboardFrame } from '../../features/dashboard/dashboard-frame.tsx'
import { Pictures } from '../../features/dashboard/last-seen/pictures.tsx'
import { TabBoundary } from '../../features/dashboard/tab-boundary.tsx'
import { screenOf } from '../../features/dashboard/tabs.ts'
import { useComing } from '../../features/dashboard/use-coming.ts'
import { useOwnScroll } from '../../features/dashboard/use-own-scroll.ts'
import { useLive } from '../../features/live/use-live.ts'
import { actAs } from '../../lib/api.ts'
import { useTitle } from '../../lib/use-title.ts'
import { MemberCopy } from '../../offline/member-copy.tsx'
import { OutboxProvider } from '../../offline/outbox/outbox-context.tsx'
import { memberKey } from '../../offline/query-copy.ts'
import { late } from '../../ui/late.tsx'
import { Loading } from '../../ui/loading.tsx'
import { App } from '../app.tsx'
import { deskActions } from '../desk-actions.ts'
import { queryClient } from '../query-client.ts'

/** Each tab is loaded when it is opened; the service worker has them all on the device. */
const parts = {
  overview: late(async () => (await import('../../features/overview/overview-tab.tsx')).OverviewTab),
  bookings: late(async () => (await import('../../features/bookings/bookings-tab.tsx')).BookingsTab),
  fleet: late(async () => (await import('../../features/fleet/fleet-tab.tsx')).FleetTab),
  customers: late(async () => (await import('../../features/customers/customers-tab.tsx')).CustomersTab),
  'manual-booking': late(
    async () => (await import('../../features/manual-booking/manual-booking-tab.tsx')).ManualBookingTab,
  ),
  settings: late(async () => (await import('../../features/settings/settings-page.tsx')).SettingsPage),
  staff: late(async () => (await import('../../features/staff/staff-page.tsx')).StaffPage),
  account: late(async () => (await import('../../features/password/account-page.tsx')).AccountPage),
}
// The one that the address names is on its way while the session is asked for.
void parts[screenOf(window.location.search)].begin()

/** Whose dashboard it is, is known with the code, where it is that soon. */
export const whoIsThere = () => beginDesk(queryClient)

/** `/{slug}/admin`: for members of the business. */
export function Admin({ slug }: { readonly slug: string }) {
  return (
    <App>
      <Desk slug={slug} />
    </App>
  )
}

function Desk({ slug }: { readonly slug: string }) {
  const { leaving, leave } = useSignOut(slug)
  if (leaving) return <Loading />
  return (
    <SessionGate slug={slug}>
      {(user) => <Dashboard key={user.id} user={user} onLogout={() => void leave(user)} />}
    </SessionGate>
  )
}

function Dashboard({ user, onLogout }: { readonly user: CurrentUser; readonly onLogout: () => void }) {
  useTitle(`${user.business.name} – dashboard`)
  useLive()
  useLayoutEffect(() => actAs(user.id), [user.id])
  const active = screenOf(useSearch())
  // A tap shows at once where it leads; the tab follows.
  const { shown: screen, hurry } = useComing(active)
  const Part = parts[screen]
  const showNow = async () => {
    // The address is ahead of what has been drawn.
    await parts[screenOf(window.location.search)].begin()
    hurry()
  }
  useOwnScroll(screen)
  return (
    <BusinessTheme colour={user.business.primaryColor}>
      <MemberCopy user={user}>
        <OutboxProvider user={user} registry={deskActions}>
          <DashboardFrame user={user} active={active} onHurry={showNow} onLogout={onLogout}>
            <TabBoundary key={screen} begin={Part.begin}>
              <Part user={user} onLogout={onLogout} />
            </TabBoundary>
            <CustomersAtHand />
            <Pictures copy={memberKey(user.id, user.businessId)} screen={active} />
          </DashboardFrame>
        </OutboxProvider>
      </MemberCopy>
    </BusinessTheme>
  )
}
