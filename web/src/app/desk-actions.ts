import { decideBooking, hideFrom, saveNotes } from '../features/bookings/actions.ts'
import { keepBooking, sendLink } from '../features/bookings/renter-link-actions.ts'
import { attachPaper, issueAnew, signAtDesk } from '../features/contracts/actions.ts'
import { checkLicence, hide as hideCustomer } from '../features/customers/actions.ts'
import { editVehicle, toggleAvailability } from '../features/fleet/actions.ts'
import { cancelWork, changeWork, noteDueDates, scheduleWork } from '../features/maintenance/actions.ts'
import { bookWalkIn } from '../features/manual-booking/actions.ts'
import { type AnyAction, registered } from '../offline/outbox/action.ts'

/** Everything that staff can do without a network: what is kept on a device is understood by these. */
export const deskActions: readonly AnyAction[] = [
  registered(decideBooking),
  registered(saveNotes),
  registered(hideFrom),
  registered(hideCustomer),
  registered(checkLicence),
  registered(toggleAvailability),
  registered(editVehicle),
  registered(bookWalkIn),
  registered(issueAnew),
  registered(signAtDesk),
  registered(attachPaper),
  registered(scheduleWork),
  registered(changeWork),
  registered(cancelWork),
  registered(noteDueDates),
  registered(sendLink),
  registered(keepBooking),
]
