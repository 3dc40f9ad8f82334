import { ApiError, inWords } from '../../lib/api.ts'
import { isField } from './draft.ts'
import type { Complaints, Sentence } from './model.ts'
import { texts } from './texts.ts'

/** What the form makes of a submission that was not accepted: what to say, where, and the way out. */
export interface Refusal {
  readonly toast: Sentence
  /** Stays above the button until the form changes. */
  readonly message: string
  readonly fields: Complaints
  /** What the form knew was out of date and has to be fetched again. */
  readonly outdated?: 'booked-dates' | 'fleet'
  /** The server does not know the licence (any more): it has to be uploaded again. */
  readonly licenceLost?: boolean
}

/** Puts the server's answer, or that there was none, into words with a way out. */
export function refusalOf(error: unknown): Refusal {
  const problem = error instanceof ApiError ? error.problem : undefined
  const message = inWords(error, texts.failed.description)
  switch (problem?.code) {
    case 'dates-unavailable':
      return {
        toast: texts.datesUnavailable,
        message,
        fields: { pickupDate: texts.dateUnavailable.description },
        outdated: 'booked-dates',
      }
    case 'not-found':
    case 'vehicle-unavailable':
      return { toast: texts.failed, message, fields: { carId: texts.vehicleGone }, outdated: 'fleet' }
    case 'price-changed':
      return {
        toast: texts.failed,
        message: `${message} ${texts.priceAgreed}`,
        fields: {},
        outdated: 'fleet',
      }
    default: {
      const said = problem?.errors ?? []
      const fields = Object.fromEntries(
        said.filter(({ path }) => isField(path)).map(({ path, message: sentence }) => [path, sentence]),
      )
      const licenceLost = said.some(({ path }) => path === 'licenseImageUrl') || problem?.code === 'licence-unknown'
      return { toast: texts.failed, message, fields, ...(licenceLost ? { licenceLost } : {}) }
    }
  }
}
