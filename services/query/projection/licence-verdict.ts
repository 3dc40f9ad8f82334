import { LicenceStatus } from '@forecourt/contracts/customer.ts'
import { UserId } from '@forecourt/domain/ids.ts'
import { Instant } from '@forecourt/domain/instant.ts'
import { z } from 'zod'
import type { ToldOf } from './facts.ts'
import type { CustomerRow } from './rows.ts'

/**
 * What staff have said last of a picture of a customer's licence, kept in the customer's row as JSON also while another picture
 * is shown, of which it says nothing. The rules for commands go by it (`packages/domain/customer/licence.ts`): were it forgotten
 * here, the same picture would be shown as pending once it is the customer's again, and nobody could say anything of it, because
 * all was said.
 */
const Verdict = z.object({
  /** Tells the picture from others: '' for none. */
  picture: z.string(),
  status: LicenceStatus,
  reason: z.string().nullable(),
  at: Instant,
  by: UserId.nullable(),
})
type Verdict = z.infer<typeof Verdict>

/** How a row shows what was said of its picture. */
type Shown = Pick<CustomerRow, 'licenceStatus' | 'licenceRefusedReason' | 'licenceCheckedAt' | 'licenceCheckedBy'>

/** Nobody has looked at the picture yet. */
export const UNCHECKED: Shown = {
  licenceStatus: 'pending',
  licenceRefusedReason: null,
  licenceCheckedAt: null,
  licenceCheckedBy: null,
}

const STATUS_AFTER = {
  CustomerLicenceVerified: 'verified',
  CustomerLicenceRefused: 'refused',
  CustomerLicenceExpired: 'expired',
  CustomerLicenceReset: 'pending',
} as const

/** Staff say what they think of a licence. */
export type Said = ToldOf<keyof typeof STATUS_AFTER>

/** How it is shown of the picture that it was said of. */
export function shownAs({ type, personal, at, by }: Said): Shown {
  return {
    licenceStatus: STATUS_AFTER[type],
    licenceRefusedReason: personal?.reason ?? null,
    licenceCheckedAt: at,
    licenceCheckedBy: by,
  }
}

/** As a row keeps it; null where it holds for no picture in particular: it is to be looked at again, or nobody wrote down which. */
export function keptOf({ type, data, personal, at, by }: Said): string | null {
  if (type === 'CustomerLicenceReset' || data.picture === null) return null
  const verdict = { picture: data.picture, status: STATUS_AFTER[type], reason: personal?.reason ?? null, at, by }
  return JSON.stringify(verdict satisfies Verdict)
}

/**
 * How a row shows what was said of the picture that becomes the customer's.
 * @param mark what tells that picture from others; undefined when the customer's key is gone
 */
export function saidOf({ licenceVerdict }: CustomerRow, mark: string | undefined): Shown {
  const verdict = readVerdict(licenceVerdict)
  if (verdict === undefined || verdict.picture !== mark) return UNCHECKED
  const { status, reason, at, by } = verdict
  return { licenceStatus: status, licenceRefusedReason: reason, licenceCheckedAt: at, licenceCheckedBy: by }
}

/** Who of the staff has said what a row keeps; undefined when it keeps nothing, or it was nobody of theirs. */
export const whoSaid = (kept: string | null): UserId | undefined => readVerdict(kept)?.by ?? undefined

const readVerdict = (kept: string | null): Verdict | undefined =>
  kept === null ? undefined : Verdict.parse(JSON.parse(kept))
