import type { Way } from '../../offline/outbox/queue.ts'

/** The dashboard's address at which a booking's details are open. */
export const addressOf = (id: string): string => `?tab=bookings&booking=${encodeURIComponent(id)}`

/** The way to a booking that is named to somebody who looks at something else. */
export const wayTo = ({ id, reference }: { readonly id: string; readonly reference: string }): Way => ({
  words: `Open booking #${reference}`,
  address: addressOf(id),
})

/** The way to the booking that a refused action was about: a refusal is understood beside what it is by now. */
export const wayToOwn = ({ id }: { readonly id: string }): Way => ({
  words: 'Open the booking',
  address: addressOf(id),
})
