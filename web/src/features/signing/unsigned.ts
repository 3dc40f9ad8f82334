import type { Signing } from './model.ts'

/** The form before anything is filled in. @param signer who probably signs */
export const unsignedBy = (signer: string): Signing => ({ way: 'drawn', name: signer, strokes: [], hasAgreed: false })

/** Whether anything was filled in that whoever signs would have to fill in again. */
export const isFilledIn = ({ way, name, strokes, hasAgreed }: Signing, signer: string): boolean =>
  way !== 'drawn' || name !== signer || strokes.length > 0 || hasAgreed
