import { followScreen } from '../features/installing/follow-screen.ts'
import { keepInstallOffer } from '../features/installing/installability.ts'
import { registerServiceWorker } from '../offline/register-service-worker.ts'

/** What makes a page an app: it says what can be installed, and keeps itself on the device. Loaded after all that is seen. */
export function settleOnDevice(): void {
  // The offer comes as soon as a manifest is named.
  keepInstallOffer()
  followScreen()
  registerServiceWorker()
}
