import type { Signing } from './model.ts'

/** The form before anything is filled in. @param signer who probably signs */
export const unsignedBy = (signer: string): Signing => ({ way: 'drawn', name: signer, strokes: [], hasAgreed: false })
