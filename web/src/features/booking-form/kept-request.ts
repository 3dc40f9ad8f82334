import type { BookingReceipt } from '@forecourt/contracts/booking.ts'
import * as z from 'zod/mini'
import { CannotBeSent } from '../../offline/outbox/outcome.ts'
import { discard, seal, unseal, uploadOf } from '../../offline/sealed.ts'
import { withUpload } from '../../offline/with-upload.ts'
import { requestBooking, uploadLicence } from './api.ts'
import { askOnce } from './ask-once.ts'
import { type Attempt, type BookingDraft, type Licence, readDraft, UPLOAD_GOOD_FOR } from './draft.ts'
import { requestOf } from './model.ts'
import { isLicenceLost } from './refusal.ts'
import { texts } from './texts.ts'

/**
 * A request that waits on this device to be sent: the form as it was submitted, and its licence unless the server has that.
 * Both are sealed; what stands in the outbox says nothing of anybody.
 */
export const KeptRequest = z.object({
  reference: z.string(),
  carId: z.string(),
  /** Ids of what is sealed. */
  draft: z.string(),
  licence: z.nullable(z.string()),
})
export type KeptRequest = Readonly<z.infer<typeof KeptRequest>>

/** A submitted form, put aside. @throws when the device cannot keep it */
export async function keep(draft: BookingDraft, { owner, keepFor }: Keeping): Promise<KeptRequest> {
  const { attempt, carId, licence } = draft
  if (attempt === null || licence === null) throw new Error('only what was submitted is kept')
  const sealed = await seal(owner, new Blob([JSON.stringify(draft)], { type: 'application/json' }), keepFor)
  return {
    reference: attempt.reference,
    carId,
    draft: sealed,
    licence: licence.where === 'device' ? licence.id : null,
  }
}

/**
 * Sends what was kept: the licence first, unless the server has it, then the request, with the key that it was given when
 * it was submitted: it counts once however often this is called.
 * @param memberId at whose desk it was filled in; a visitor's without
 * @param signal aborted when the member may have signed out: a licence that is being uploaded is then not
 * @throws {ApiError | NoAnswer | CannotBeSent | DOMException} 401 when the member's session is over
 */
export async function sendKept(
  kept: KeptRequest,
  { memberId, signal }: { readonly memberId?: string; readonly signal?: AbortSignal } = {},
): Promise<Accepted> {
  const { attempt } = await draftOf(kept)
  if (attempt === null) throw new CannotBeSent(texts.waitedTooLong)
  const ask = async (asked: Attempt): Promise<Accepted> =>
    await askOnce(asked, {
      ask: ({ body, key }) => requestBooking({ request: requestOf({ ...asked, body }), key, memberId }),
    })
  const { licence } = kept
  if (licence === null) return await ask(attempt)
  return await withUpload(licence, {
    upload: () => uploadNow(licence, signal),
    send: async (path) => {
      // Dropped by whoever has signed out meanwhile, it is nobody's request.
      signal?.throwIfAborted()
      return await ask(whole(attempt, path))
    },
    isLost: isLicenceLost,
    goodFor: UPLOAD_GOOD_FOR,
  })
}

type Accepted = Awaited<ReturnType<typeof askOnce<BookingReceipt>>>

/** The attempt with where the server has its licence. */
const whole = (attempt: Attempt, licenseImageUrl: string): Attempt => ({
  ...attempt,
  body: JSON.stringify({ ...JSON.parse(attempt.body), licenseImageUrl }),
})

/**
 * Takes what was kept back into the form: a licence that the server has had for too long is uploaded anew.
 * @param mayHaveArrived no answer came: sent again, changed or not, it counts once
 */
export async function reopened(
  kept: KeptRequest,
  { owner, keepFor, mayHaveArrived }: Keeping & { readonly mayHaveArrived: boolean },
): Promise<BookingDraft> {
  const draft = await draftOf(kept)
  const { attempt } = draft
  const sent = kept.licence === null ? undefined : await uploadOf(kept.licence)
  const asSent = attempt === null || sent === undefined ? attempt : whole(attempt, sent.path)
  return {
    ...draft,
    attempt: asSent && { ...asSent, inDoubt: mayHaveArrived },
    licence: await licenceAgain(draft.licence, { owner, keepFor }),
  }
}

/** Whose it is on the device, and for how many milliseconds it is kept. */
interface Keeping {
  readonly owner: string
  readonly keepFor: number
}

/** Forgets what was kept: it is sent, or dropped. */
export async function forgetKept({ draft, licence }: KeptRequest): Promise<void> {
  await Promise.all([discard(draft), licence === null ? undefined : discard(licence)])
}

async function draftOf({ draft: id }: KeptRequest): Promise<BookingDraft> {
  const text = await (await unseal(id))?.text()
  const draft = text === undefined ? undefined : readDraft(JSON.parse(text))
  if (draft === undefined) throw new CannotBeSent(texts.waitedTooLong)
  return draft
}

/** Whether the server still has what was uploaded then, though no booking used it. */
const isFresh = (uploadedAt: number): boolean => Date.now() - uploadedAt < UPLOAD_GOOD_FOR

async function uploadNow(sealed: string, signal = new AbortController().signal): Promise<string> {
  const content = await unseal(sealed)
  if (content === undefined) throw new CannotBeSent(texts.waitedTooLong)
  return await uploadLicence({ content, contentType: content.type }, { signal })
}

/** The form's own licence again; one on this device as a copy, because the original goes with what was kept. */
async function licenceAgain(licence: Licence | null, { owner, keepFor }: Keeping): Promise<Licence | null> {
  if (licence === null) return null
  if (licence.where === 'server') return isFresh(licence.since) ? licence : null
  const uploaded = await uploadOf(licence.id)
  if (uploaded !== undefined && isFresh(uploaded.at)) {
    return { where: 'server', id: uploaded.path, fileName: licence.fileName, since: uploaded.at }
  }
  const content = await unseal(licence.id)
  return content === undefined ? null : { ...licence, id: await seal(owner, content, keepFor) }
}
