import { endOwedSession } from '../features/account/end-owed-session.ts'
import { followScreen } from '../features/installing/follow-screen.ts'
import { keepInstallOffer } from '../features/installing/installability.ts'
import { registerServiceWorker } from '../offline/register-service-worker.ts'
import { forgetOldRenterCopies } from '../offline/renter-store.ts'
import { discardOverdue } from './discard-overdue.ts'

/** How often a tab that stays open looks for what has waited here for too long, in milliseconds. */
const LOOK_EVERY = 30 * 60_000

/** What makes a page an app: it says what can be installed, and keeps itself on the device. Loaded after all that is seen. */
export function settleOnDevice(): void {
  endOwedSession()
  // The offer comes as soon as a manifest is named.
  keepInstallOffer()
  followScreen()
  registerServiceWorker()
  // A licence that waits is deleted when its time is over, whichever screen is open then: its portal may never be again.
  tidy()
  setInterval(tidy, LOOK_EVERY)
}

function tidy(): void {
  void discardOverdue(Date.now())
  void forgetOldRenterCopies(Date.now())
}
