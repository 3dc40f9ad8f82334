import { OPEN_FORM, type Place, WALK_IN } from './typed-here.ts'

/** What staff call the place. */
const NAMES: Readonly<Record<Place, string>> = {
  notes: 'Admin Notes',
  vehicle: 'the form of a vehicle',
  maintenance: 'Maintenance',
  settings: 'Business settings',
  colleague: '“Add somebody”',
  [WALK_IN]: 'Manual Booking',
  [OPEN_FORM]: 'the form that is open',
}
const inOneLine = new Intl.ListFormat('en-GB')

/** What signing out drops of what was typed; empty when nothing was. */
export function typedInWords(places: readonly Place[]): string {
  if (places.length === 0) return ''
  return `What you have typed into ${inOneLine.format(places.map((place) => NAMES[place] ?? place))} is not saved. Logging out drops it.`
}
