import type { BookingReceipt } from '@forecourt/contracts/booking.ts'
import type { Asked } from './api.ts'
import type { BookingDraft } from './draft.ts'

/** Where the form is filled in: by a renter in the portal, or by staff at their desk. */
export interface Counter {
  /** What the person has in hand, in words. */
  readonly device: 'phone' | 'device'
  /** Whose is what waits on the device, and for how many milliseconds it is kept. */
  readonly owner: string
  readonly keepFor: number
  /** Asks for the booking now. @throws {ApiError | NoAnswer} */
  readonly request: (asked: Asked) => Promise<BookingReceipt>
  /** Puts a submitted form aside, to be sent when the network is back. @throws when the device cannot keep it */
  readonly putAside: (draft: BookingDraft) => Promise<void>
  /** @param isAsFirstSent it is the request as it was before the form was changed: that one had arrived, and no answer came */
  readonly onAccepted: (receipt: BookingReceipt, isAsFirstSent: boolean) => void
  /** What the form shows of these is out of date. */
  readonly onOutdated: (what: 'booked-dates' | 'fleet') => void
}
