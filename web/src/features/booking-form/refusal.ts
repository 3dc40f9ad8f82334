import { ApiError, inWords, mayPass } from '../../lib/api.ts'
import { isField } from './draft.ts'
import type { Complaints, Sentence } from './model.ts'
import { texts } from './texts.ts'

/** What the form makes of a submission that was not accepted: what to say, where, and the way out. */
export interface Refusal {
  /** None where the price asks for consent: nothing failed, and "try again" would contradict the question. */
  readonly toast?: Sentence
  /** Stays above the button until the form changes; none where the price asks for consent. */
  readonly message?: string
  /** The same request can be accepted when it is sent again. */
  readonly canHelpAgain: boolean
  /** What the request costs by now, in decimal pounds. */
  readonly totalNow?: string
  readonly fields: Complaints
  /** What the form knew was out of date and has to be fetched again. */
  readonly outdated?: 'booked-dates' | 'fleet'
  /** The server does not know the licence (any more): it has to be uploaded again. */
  readonly licenceLost?: boolean
}

/** Whether the server does not know the licence (any more): it is to be uploaded again. */
export function isLicenceLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { problem } = error
  return problem?.code === 'licence-unknown' || problem?.errors?.some(({ path }) => path === 'licenseImageUrl') === true
}

/** Puts the server's answer, or that there was none, into words with a way out. */
export function refusalOf(error: unknown): Refusal {
  const problem = error instanceof ApiError ? error.problem : undefined
  const message = inWords(error, texts.failed.description)
  const refused = { toast: texts.failed, message, fields: {}, canHelpAgain: mayPass(error) }
  switch (problem?.code) {
    case 'dates-unavailable':
      return {
        ...refused,
        toast: texts.datesUnavailable,
        fields: { pickupDate: texts.dateUnavailable.description },
        outdated: 'booked-dates',
      }
    case 'not-found':
    case 'vehicle-unavailable':
      return { ...refused, fields: { carId: texts.vehicleGone }, outdated: 'fleet' }
    case 'price-changed': {
      const { totalAmount } = problem
      const outdated = 'fleet'
      if (totalAmount === undefined) return { ...refused, outdated }
      return { fields: {}, canHelpAgain: false, totalNow: totalAmount, outdated }
    }
    default: {
      const said = problem?.errors ?? []
      const fields = Object.fromEntries(
        said.filter(({ path }) => isField(path)).map(({ path, message: sentence }) => [path, sentence]),
      )
      return { ...refused, fields, ...(isLicenceLost(error) ? { licenceLost: true } : {}) }
    }
  }
}
