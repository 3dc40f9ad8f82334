import { ContractSignature } from '@forecourt/contracts/contract.ts'
import { LONGEST_UPLOAD } from '@forecourt/contracts/upload.ts'
import * as z from 'zod/mini'
import { ApiError } from '../../lib/api.ts'
import type { SentBy } from '../../offline/outbox/action.ts'
import { CannotBeSent } from '../../offline/outbox/outcome.ts'
import { discard, seal, unseal } from '../../offline/sealed.ts'
import { withUpload } from '../../offline/with-upload.ts'
import { UPLOAD_GOOD_FOR } from '../booking-form/draft.ts'
import { fileRefusal } from '../booking-form/licence-file.ts'
import { attachContract, signContract, uploadContract } from './api.ts'

/**
 * What was signed and waits on this device to be sent, sealed: signatures and scanned contracts. The outbox knows their ids
 * alone. Loaded when one is made or sent.
 */

/** Until its action is accepted, or a person drops it: whoever has signed may never come again. */
const KEPT_FOR = Number.POSITIVE_INFINITY

const GONE = 'It is no longer on this device. Please have the contract signed again.'

/** Keeps a signature for the desk of `owner`. @throws when the device cannot keep it */
export const sealSignature = (owner: string, signature: ContractSignature): Promise<string> =>
  seal(owner, new Blob([JSON.stringify(signature)], { type: 'application/json' }), KEPT_FOR)

/** Keeps a scanned contract. @throws when the device cannot keep it */
export const sealPaper = (owner: string, file: File, contentType: string): Promise<string> =>
  seal(owner, new Blob([file], { type: contentType }), KEPT_FOR)

/** Waits until the outbox has the action of what is sealed. @throws what that throws: then nothing is kept either */
export async function keptWith(sealed: string, performed: Promise<unknown>): Promise<void> {
  try {
    await performed
  } catch (error) {
    await discard(sealed)
    throw error
  }
}

/** @throws {ApiError | NoAnswer | CannotBeSent} */
export async function sendSignature(id: string, sealed: string, by: SentBy): Promise<void> {
  const text = await (await unseal(sealed))?.text()
  const signature = z.safeParse(ContractSignature, text === undefined ? undefined : JSON.parse(text))
  if (!signature.success) throw new CannotBeSent(GONE)
  await signContract(id, signature.data, by)
}

/** @throws {ApiError | NoAnswer | CannotBeSent | DOMException} the last when the outbox was closed meanwhile */
export async function sendPaper(id: string, sealed: string, by: SentBy): Promise<void> {
  await withUpload(sealed, {
    upload: () => uploadNow(sealed, by),
    send: async (path) => {
      // Dropped by whoever has signed out meanwhile, it is nobody's contract.
      by.signal.throwIfAborted()
      await attachContract(id, path, by)
    },
    isLost,
    goodFor: UPLOAD_GOOD_FOR,
  })
}

/** Whether the server does not know the file any more: no booking has used it for a day. */
const isLost = (error: unknown): boolean => error instanceof ApiError && error.problem?.code === 'contract-unknown'

async function uploadNow(sealed: string, by: SentBy): Promise<string> {
  const content = await unseal(sealed)
  if (content === undefined || content.size > LONGEST_UPLOAD) throw new CannotBeSent(GONE)
  try {
    return await uploadContract(content, by)
  } catch (error) {
    const refused = fileRefusal(error)
    throw refused === undefined ? error : new CannotBeSent(refused)
  }
}
