import type { Signing } from '../signing/model.ts'

/**
 * What somebody was signing when the tablet was turned: the details change from a pane into a dialog, or back, and are made
 * anew. Kept in this tab's memory for that moment alone.
 */
let inHand: { readonly id: string; readonly signing: Signing; readonly at: number } | undefined

/** The details are made anew within this time, in milliseconds. */
const TURNING = 3_000

/** Notes what is in the form for a booking; undefined when nobody signs any more. */
export function noteSigning(id: string, signing: Signing | undefined): void {
  inHand = signing === undefined ? undefined : { id, signing, at: Date.now() }
}

/** The form was taken away, whoever did it: the moment counts from now. */
export function leaveSigning(): void {
  if (inHand !== undefined) inHand = { ...inHand, at: Date.now() }
}

/** What was in the form for that booking a moment ago. */
export const signingInHand = (id: string): Signing | undefined =>
  inHand?.id === id && Date.now() - inHand.at < TURNING ? inHand.signing : undefined
