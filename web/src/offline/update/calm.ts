/** How things stand on this device, and in this tab, when a newer version of the app could take over. */
export interface Moment {
  /** A form of this tab, or of another one, would lose what was typed. */
  readonly isUnsaved: boolean
  /** A tab is sending what waited in the outbox. */
  readonly isSending: boolean
  /** Nobody sees this tab. */
  readonly isHidden: boolean
  /** Something is open over the page: a dialog, a toast with a way back. */
  readonly isCovered: boolean
  /** Milliseconds since somebody last touched this tab or pressed a key. */
  readonly sinceTouched: number
}

/** Nobody's page is loaded anew under their fingers, in milliseconds. */
const HANDS_OFF = 3_000

/**
 * Whether a newer version may take over, which loads every tab anew: nothing would be lost, and nobody is in the middle
 * of anything (WEB section 2).
 */
export function isCalm({ isUnsaved, isSending, isHidden, isCovered, sinceTouched }: Moment): boolean {
  if (isUnsaved || isSending) return false
  return isHidden || (!isCovered && sinceTouched >= HANDS_OFF)
}
