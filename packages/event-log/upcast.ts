import { BookingId } from '@forecourt/domain/ids.ts'
import { firstIssueOf } from '@forecourt/domain/schedule/contract-state.ts'
import { z } from 'zod'

/**
 * How an older shape of an event becomes the next one. Pure: what an event did not say when it was written is filled in
 * with what was then true, never looked up.
 */
export interface Upcaster {
  readonly data?: (older: unknown) => unknown
  readonly personal?: (older: unknown) => unknown
}

/** For each event type its steps in order: the first leads from version 1 to version 2, and so on. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>

/** At first a failed mail said neither which booking it was about nor what kind of failure it was. */
const beforeMailsNamedTheirBooking: Upcaster = {
  data: (older) => ({ ...members.parse(older), booking: null, cause: 'unknown' }),
}
/** Nobody could tell notes from others before they were opened. */
const beforeNotesHadMarks: Upcaster = { data: (older) => ({ ...members.parse(older), mark: null }) }
/**
 * At first a contract said neither which document it is nor what it was made for. There was one to a booking, and
 * businesses had no terms of their own.
 */
const beforeContractsWereTold: Upcaster = {
  data(older) {
    const known = members.parse(older)
    const issueId = firstIssueOf(BookingId.parse(known.bookingId))
    return { ...known, issueId, sha256: null, termsVersion: 0 }
  },
}
/** At first nobody wrote down which picture of a licence had been looked at. */
const beforePicturesWereTold: Upcaster = { data: (older) => ({ ...members.parse(older), picture: null }) }
/** At first nobody could tell a picture that a renter sent from the one before. */
const beforePicturesHadMarks: Upcaster = { data: (older) => ({ ...members.parse(older), mark: null }) }
const members = z.record(z.string(), z.unknown())

/** Every shape that was ever written and is not written any more. */
export const UPCASTERS: Upcasters = {
  NotificationFailed: [beforeMailsNamedTheirBooking],
  NotificationAbandoned: [beforeMailsNamedTheirBooking],
  BookingAdminNotesSaved: [beforeNotesHadMarks],
  BookingLicenceReplaced: [beforePicturesHadMarks],
  CustomerLicenceVerified: [beforePicturesWereTold],
  ContractGenerated: [beforeContractsWereTold],
}

/**
 * Brings one part of an event, as it was written, to the shape of today.
 * @param version the version that it was written in, from 1
 */
export function upcast(
  part: keyof Upcaster,
  type: string,
  version: number,
  value: unknown,
  upcasters: Upcasters = UPCASTERS,
): unknown {
  const steps = upcasters[type]?.slice(version - 1) ?? []
  return steps.reduce((older, step) => (step[part] === undefined ? older : step[part](older)), value)
}
