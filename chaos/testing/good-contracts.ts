import type { Tenant } from '../../tests/system/support/tenant.ts'
import type { BookingDocument } from '../checker/documents.ts'
import { attaching, issuing, readContract, readContracts, signing } from '../load/contract.ts'
import type { Day } from './good-day.ts'
import { answered, type Business, uploaded } from './good-steps.ts'

/** What a business does with its contracts at the end of a good day. */

/**
 * A contract is signed at the desk, twice at the same time under one key, and in vain once more; nor does one on paper take its
 * place. Then another one is to be made. The one on paper is put to another booking, likewise twice.
 */
export async function contractsSigned(
  { clerk, paper: held }: Business,
  { signed, onPaper, rejected }: Day,
  made: readonly BookingDocument[],
): Promise<void> {
  const contract = made.find(({ bookingId }) => bookingId === signed)?.knownBy
  const sha256 = contract?.kind === 'bytes' ? contract.sha256 : null
  if (sha256 === null) throw new Error('there is no contract')
  const paper = await uploaded(clerk, 'contract', held)
  answered(await clerk.commandTwice(signing(signed, sha256)), 200)
  answered(await clerk.command(signing(signed, sha256)), 409)
  answered(await clerk.command(attaching(signed, paper)), 409)
  answered(await clerk.command(issuing(signed)), 200)
  answered(await clerk.command(attaching(rejected, paper)), 409)
  answered(await clerk.commandTwice(attaching(onPaper, paper)), 200)
  // It is so already.
  answered(await clerk.command(attaching(onPaper, paper)), 200)
}

/** The clerk reads the contracts of the business, and in vain one of the other; the renter is shown none. */
export async function contractsRead(
  { clerk, renter, tenant }: Business,
  other: Business,
  made: readonly BookingDocument[],
): Promise<void> {
  const of = ({ businessId }: Tenant) =>
    made.filter((document) => document.businessId === businessId).map(({ path }) => path)
  const [own = ''] = of(tenant)
  const [others = ''] = of(other.tenant)
  await readContracts(clerk, of(tenant))
  answered(await readContract(clerk, others), 404)
  answered(await readContract(renter, own), 401)
}
