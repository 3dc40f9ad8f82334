import type { BookingMoment, RenterBooking, RenterContract } from '@forecourt/contracts/renter-booking.ts'
import { longDay } from '../../lib/dates.ts'

/** What a renter's own page says: where the booking stands, and what happens next. */

export interface Standing {
  readonly tone: 'waiting' | 'good' | 'over' | 'act'
  readonly title: string
  readonly next: string
}

/** @param today the business's day, `YYYY-MM-DD` */
export function standingOf(booking: RenterBooking, today: string): Standing {
  const { status, business, licence } = booking
  const { name } = business
  if (status === 'pending') {
    if (isLicenceWanted(licence)) {
      const why = licence.status === 'expired' ? 'says that your licence has expired' : 'could not accept the picture'
      return {
        tone: 'act',
        title: 'Your licence is needed again',
        next: `${name} ${why}. Send another one below, and your request goes on.`,
      }
    }
    return {
      tone: 'waiting',
      title: 'Your request is being looked at',
      next: `${name} answers within 24 hours, by email and on this page. There is nothing to do until then.`,
    }
  }
  if (status === 'approved') return approved(booking, today)
  if (status === 'completed') {
    return { tone: 'over', title: 'Your hire is complete', next: `Thank you for hiring from ${name}.` }
  }
  if (status === 'cancelled') {
    return {
      tone: 'over',
      title: 'This booking is cancelled',
      next: 'No vehicle is kept for you. There is nothing to do.',
    }
  }
  return {
    tone: 'over',
    title: 'Your request was declined',
    next: `No vehicle is kept for you. Ask ${name} why, or ask for other dates.`,
  }
}

/** Whether the renter is asked for another picture of their licence. */
export const isLicenceWanted = ({ status, mayReplace }: RenterBooking['licence']): boolean =>
  mayReplace && (status === 'refused' || status === 'expired')

/** What there is to do about the licence, in words. */
export function licenceInWords({ status, reason }: RenterBooking['licence']): string {
  if (status === 'expired') return 'Your licence has expired. Send a picture of one that is valid.'
  if (status === 'refused') return `Your picture was refused${reason === null ? '' : `: ${reason}`}`
  return 'You can send a better picture of it until it has been looked at.'
}

function approved(booking: RenterBooking, today: string): Standing {
  const { business, cancellation, contract, contractComing, pickupDate, dropoffDate, vehicle } = booking
  if (cancellation.askedAt !== null) {
    return {
      tone: 'waiting',
      title: 'You have asked to cancel',
      next: `${business.name} decides and lets you know. Until then the booking stands.`,
    }
  }
  if (contract?.state === 'to-sign' && dropoffDate >= today) {
    return {
      tone: 'act',
      title: 'Your booking is confirmed',
      next: 'One thing is left: read the contract and sign it below, before you pick up the vehicle.',
    }
  }
  if (dropoffDate < today) {
    return { tone: 'over', title: 'Your hire is over', next: `${business.name} still has to close it. Nothing to do.` }
  }
  if (pickupDate <= today) {
    return {
      tone: 'good',
      title: dropoffDate === today ? 'Your hire ends today' : 'Your hire is under way',
      next: `Bring the ${vehicle.name} back on ${longDay(dropoffDate)}.`,
    }
  }
  return {
    tone: 'good',
    title: contract === null && contractComing ? 'Your booking is confirmed' : 'All is ready',
    next:
      contract === null && contractComing
        ? 'The contract is being made. It is here in a minute, to be read and signed.'
        : `Pick up the ${vehicle.name} on ${longDay(pickupDate)}. Bring your driving licence.`,
  }
}

const moments: Readonly<Record<BookingMoment, string>> = {
  requested: 'You sent your request',
  approved: 'Your booking was confirmed',
  rejected: 'Your request was declined',
  cancelled: 'The booking was cancelled',
  completed: 'The hire was completed',
  reinstated: 'The booking was taken up again',
  'contract-made': 'The contract was made',
  'contract-signed': 'The contract was signed',
  'cancellation-asked': 'You asked to cancel',
  'cancellation-declined': 'The booking was kept',
  'licence-replaced': 'You sent another picture of your licence',
}

/** A step of the booking in words. */
export const momentInWords = (what: BookingMoment): string => moments[what]

/** What asking to cancel does, before it is asked; undefined when it cannot be asked. */
export function cancellingOf({
  cancellation: { may },
  business,
}: RenterBooking): { readonly button: string; readonly question: string; readonly yes: string } | undefined {
  if (may === 'no') return undefined
  if (may === 'at-once') {
    return {
      button: 'Cancel my request',
      question:
        'Your request is cancelled at once, and nobody keeps the vehicle for you any more. This cannot be undone.',
      yes: 'Yes, cancel it',
    }
  }
  return {
    button: 'Ask to cancel',
    question: `${business.name} has agreed to this booking, so they decide. They are told now and answer by email. Until then the booking stands.`,
    yes: 'Yes, ask them',
  }
}

/**
 * Tells one wish to cancel from the next: it changes when staff are asked, when they decline, and when the booking itself
 * goes on. What is sent after that is not what was sent before, though it reads the same.
 */
export const wishOf = ({ status, timeline }: Pick<RenterBooking, 'status' | 'timeline'>): string =>
  `${status} ${timeline.filter(({ what }) => what === 'cancellation-asked' || what === 'cancellation-declined').length}`

/** Whether the contract is about to appear: then the page asks again by itself. */
export const isContractComing = ({ contract, contractComing }: RenterBooking): boolean =>
  contractComing && contract === null

/** Where the contract stands: a copy is mailed of one that was signed here, and of none that was signed on paper. */
export function contractInWords({ state, sha256, signedAt }: RenterContract, timeZone: string): string {
  if (state === 'to-sign') return 'It waits for your signature. Read it first.'
  if (sha256 === null || signedAt === null) return 'Signed on paper. You can read it here.'
  return `Signed on ${momentAt(signedAt, timeZone)}. A copy is in your mails.`
}

/** The subject names the booking. */
export const mailTo = (address: string, reference: string): string =>
  `mailto:${address}?subject=${encodeURIComponent(`Booking #${reference}`)}`

/** "21 Nov, 10:02" in the business's time zone. */
export const momentAt = (at: string | number, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(new Date(at))
