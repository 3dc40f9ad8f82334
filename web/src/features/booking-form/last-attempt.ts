import { get, set } from 'idb-keyval'
import * as z from 'zod/mini'
import { within } from '../../offline/within.ts'
import { type Attempt, type BookingDraft, UPLOAD_GOOD_FOR } from './draft.ts'

/** What is known of a submission when it is over: enough to know it again, and nothing of whose it was. */
const Known = z.object({ at: z.number(), reference: z.string(), key: z.string(), digest: z.string() })

const keyOf = (owner: string) => `attempt:${owner}`

/**
 * The last submission from this device, when this form is the same: two tabs that show one draft, and are both sent, ask for
 * one booking. Only with its own licence on the server is a form surely the same and not typed anew.
 * @param attemptWith what the form would be sent as under a reference
 * @param now instant in milliseconds
 */
export async function sameAttempt(
  owner: string,
  { licence }: BookingDraft,
  attemptWith: (reference: string) => Attempt,
  now: number,
): Promise<Attempt | undefined> {
  if (licence?.where !== 'server') return undefined
  const known = z.safeParse(Known, await within(() => get<unknown>(keyOf(owner))).catch(() => undefined)).data
  if (known === undefined || now - known.at > UPLOAD_GOOD_FOR) return undefined
  const attempt = attemptWith(known.reference)
  return (await digestOf(attempt.body)) === known.digest ? { ...attempt, key: known.key } : undefined
}

/** Remembers a submission; a browser that keeps nothing does without. */
export async function rememberAttempt(owner: string, { reference, key, body }: Attempt, now: number): Promise<void> {
  await within(async () => await set(keyOf(owner), { at: now, reference, key, digest: await digestOf(body) })).catch(
    () => undefined,
  )
}

const digestOf = async (text: string): Promise<string> =>
  String(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
