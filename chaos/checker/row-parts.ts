import type { BookingStatus } from '@forecourt/domain/schedule/state.ts'

/**
 * Which of a business's rows an answer is made of. Its version is the place of the last event that changed one of these, so
 * answers of two parts say nothing of which is older, and not every turn of a booking changes each part. Told here anew: a
 * checker that asked the product which rows those are would believe what it is to check.
 */
export type RowPart = 'all' | 'fleet' | 'figures'

/** Something of each part. */
export const ofEachPart = <T>(make: (part: RowPart) => T): Readonly<Record<RowPart, T>> => ({
  all: make('all'),
  fleet: make('fleet'),
  figures: make('figures'),
})

const MADE_OF: Readonly<Record<string, RowPart>> = {
  business: 'fleet',
  ownBusiness: 'fleet',
  settings: 'fleet',
  fleet: 'fleet',
  bookedDates: 'fleet',
  listVehicles: 'fleet',
  portalManifest: 'fleet',
  deskManifest: 'fleet',
  portalIcon: 'fleet',
  deskIcon: 'fleet',
  stats: 'figures',
  carPerformance: 'figures',
}

/** @param call its id in the table of all calls */
export const rowPartOf = (call: string): RowPart => MADE_OF[call] ?? 'all'

/** What a status means to a part, and that there is no booking: with another meaning, the part is another one. */
const MEANING: Readonly<Record<RowPart, (status: BookingStatus | undefined) => unknown>> = {
  all: (status) => status,
  // Only an approved booking holds days.
  fleet: (status) => status === 'approved',
  figures: (status) => (status === 'approved' || status === 'completed' ? status : undefined),
}

/**
 * Whether a booking's turn changes the part.
 * @param before undefined: there was none
 */
export const isTurnOf = (part: RowPart, before: BookingStatus | undefined, after: BookingStatus): boolean =>
  MEANING[part](before) !== MEANING[part](after)
