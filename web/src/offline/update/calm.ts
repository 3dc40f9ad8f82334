/** How things stand in this tab. */
interface Tab {
  /** Nobody sees it. */
  readonly isHidden: boolean
  /** Something is open over the page: a dialog, a toast with a way back. */
  readonly isCovered: boolean
  /** Milliseconds since somebody last touched it or pressed a key. */
  readonly sinceTouched: number
}

/** The same, and how they stand on this device, when a newer version of the app could take over. */
export interface Moment extends Tab {
  /** A form of this tab, or of another one, would lose what was typed. */
  readonly isUnsaved: boolean
  /** A tab is sending what waited in the outbox. */
  readonly isSending: boolean
  /** Somebody is in the middle of something in another tab, which they see. */
  readonly isInUse: boolean
}

/** Nobody's page is loaded anew under their fingers, in milliseconds. */
export const HANDS_OFF = 3_000

/** Whether nobody is in the middle of anything in this tab. */
export const isAtRest = ({ isHidden, isCovered, sinceTouched }: Tab): boolean =>
  isHidden || (!isCovered && sinceTouched >= HANDS_OFF)

/**
 * Whether a newer version may take over, which loads every tab anew: nothing would be lost, and nobody is in the middle
 * of anything (WEB section 2).
 */
export const isCalm = ({ isUnsaved, isSending, isInUse, ...tab }: Moment): boolean =>
  !isUnsaved && !isSending && !isInUse && isAtRest(tab)
