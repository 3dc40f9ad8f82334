import { CONSENT, ContractSignature, type Strokes } from '@forecourt/contracts/contract.ts'
import * as z from 'zod/mini'
import { fitting, isSignature } from './strokes.ts'

/** What stands in the form in which a contract is signed. */
export interface Signing {
  readonly way: 'drawn' | 'typed'
  readonly name: string
  readonly strokes: Strokes
  readonly hasAgreed: boolean
}

/** What is still wrong with it, field by field. */
export interface Complaints {
  readonly name?: string
  readonly signature?: string
  readonly consent?: string
}

export const texts = {
  name: 'Full name of the person who signs',
  drawn: 'Draw it',
  typed: 'Type the name',
  clear: 'Clear the field',
  nameMissing: 'Please give the name of the person who signs',
  notSigned: 'Please sign in the field',
  notAgreed: 'Please agree to the rental agreement',
  consent: CONSENT,
} as const

/**
 * The signature of a document, or what is missing.
 * @param sha256 of the document that the person who signs was shown
 * @param signedAt instant at which they signed
 */
export function signatureOf(
  { way, name, strokes, hasAgreed }: Signing,
  sha256: string,
  signedAt: string,
): { readonly signature: ContractSignature } | { readonly complaints: Complaints } {
  const body = { sha256, name, strokes: way === 'drawn' ? fitting(strokes) : null, consent: hasAgreed, signedAt }
  const { success, data, error } = z.safeParse(ContractSignature, body)
  const isDrawn = way === 'typed' || isSignature(strokes)
  if (success && isDrawn) return { signature: data }
  const wrong = new Set(error?.issues.map(({ path }) => path[0]))
  return {
    complaints: {
      ...(wrong.has('name') ? { name: texts.nameMissing } : {}),
      ...(isDrawn && !wrong.has('strokes') ? {} : { signature: texts.notSigned }),
      ...(wrong.has('consent') ? { consent: texts.notAgreed } : {}),
    },
  }
}
