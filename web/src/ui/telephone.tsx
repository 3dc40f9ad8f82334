import { telephoneLink } from '../lib/telephone.ts'

/** A telephone that is dialled by a tap; where there is nothing to dial, what was written. */
export function Telephone({ written, verb }: { readonly written: string; readonly verb?: 'Call' }) {
  const link = telephoneLink(written)
  if (link === undefined) return <span>{written}</span>
  return <a href={link}>{verb === undefined ? written : `${verb} ${written}`}</a>
}
