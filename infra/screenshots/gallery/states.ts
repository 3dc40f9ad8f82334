import { BOOKINGS_STATES } from './bookings-states.ts'
import { DESK_STATES } from './desk-states.ts'
import { PORTAL_STATES } from './portal-states.ts'
import { PUBLIC_STATES } from './public-states.ts'
import type { State } from './stage.ts'
import { TABS_STATES } from './tabs-states.ts'

/** Every screen in every state. */
export const STATES: readonly State[] = [
  ...PUBLIC_STATES,
  ...PORTAL_STATES,
  ...DESK_STATES,
  ...BOOKINGS_STATES,
  ...TABS_STATES,
]

/** @throws when there is none of this name */
export function stateCalled(name: string): State {
  const found = STATES.find((state) => state.name === name)
  if (found === undefined) throw new Error(`no state is called ${name}`)
  return found
}
