import type { AnyAction, Bound, Perform } from './action.ts'
import type { Actions, PendingAction } from './queue.ts'

/**
 * What people do on this device, kept until the server has confirmed it (where: `storage.ts`). Sent by one tab at a time
 * (a Web Lock), first things first per subject. Nothing leaves the list but what the server has accepted or a person has
 * dropped.
 */
export interface Outbox {
  /** What waits, oldest first. The same object until something changes. */
  readonly actions: () => Actions
  /** False: this browser keeps nothing, what waits is in this tab alone. */
  readonly keeps: () => boolean
  /** Calls back after each change; returns how to stop that. */
  readonly subscribe: (changed: () => void) => () => void
  /**
   * Takes an action on. Resolves with its id when it is stored: from there on it survives the tab, where the browser keeps
   * anything at all.
   * @param hold milliseconds during which it is not sent and can be undone
   * @param together ids of those that are held as long, so that all can be undone together
   */
  readonly perform: Perform
  /** Takes back what has not left the device. False: it has. */
  readonly undo: (id: string) => Promise<boolean>
  /** Sends a refused one again, or forgets it. */
  readonly retry: (id: string) => Promise<void>
  readonly drop: (id: string) => Promise<void>
  /** Sends what is due. Called by everything that may have changed the chances: the network, the clock, the screen. */
  readonly flush: () => void
  /** What a stored action means to this version of the app. */
  readonly meaning: (action: PendingAction) => Bound | undefined
  /** Stops sending and listening, and what is being uploaded; resolves when nothing is on its way any more. */
  readonly close: () => Promise<void>
}

/** Whose outbox it is, what it can send, and who hears of it. */
export interface OutboxOptions {
  readonly userId: string
  readonly businessId: string
  readonly registry: readonly AnyAction[]
  /** Whether the member of this outbox is the one whose session this browser has. Nothing is sent in another's name. */
  readonly isTheirSession: () => Promise<boolean>
  /** An action about this subject was taken on, and waits after the earlier ones. */
  readonly onTaken?: (subject: string) => void
  /**
   * After the server has accepted it, before it leaves the list.
   * @param isLast nothing that was done later about the same waits
   */
  readonly onAccepted: (bound: Bound, isLast: boolean) => Promise<void>
  /** Another tab has sent it, and the server accepted it there: before it leaves the list here. */
  readonly onSentElsewhere?: (bound: Bound) => Promise<void>
  readonly onRefused: (bound: Bound, reason: string, isLast: boolean) => void
  /** The session is over, or is somebody else's: nothing is sent until it is known to be this member's. */
  readonly onNotTheirs: () => void
}
