import { attaching, issuing, readContract, readContractOf, signing } from './contract.ts'
import { type Clerk, send } from './desk.ts'
import type { Business } from './town.ts'
import { doubtsOf, somePdf, somePicture, upload } from './upload.ts'

/** What staff do with contracts. */

/**
 * Somebody reads the contract of a booking that was approved, if it is made by then. Its renter may be there and sign it, also one
 * that was signed before; or it is to be made anew.
 */
export async function lookAtContract(clerk: Clerk): Promise<void> {
  const { business, browser, chance } = clerk
  const id = approvedBooking(clerk)
  if (id === undefined) return
  const contract = await readContractOf(browser, id)
  if (contract === undefined) return
  const { file, isSigned, sha256 } = contract
  business.contracts.push(file)
  if (chance.happens(0.15)) await send(clerk, issuing(id))
  if (sha256 !== null && chance.happens(isSigned ? 0.1 : 0.5)) await send(clerk, signing(id, sha256))
}

/**
 * A contract was signed on paper: somebody takes a picture of it or scans it, puts that to the booking, and looks whether it is
 * there. Or they take one by mistake that was put to a booking before.
 */
export async function attachPaper(clerk: Clerk): Promise<void> {
  const { business, browser, chance } = clerk
  const mistaken = chance.happens(0.2) ? chance.oneOf(business.papers) : undefined
  const id = mistaken === undefined ? approvedBooking(clerk) : otherBooking(clerk, mistaken.booking)
  if (id === undefined) return
  const file = mistaken?.file ?? (await bringPaper(clerk))
  if (file === undefined) return
  const answer = await send(clerk, attaching(id, file))
  if (answer?.status !== 200) return
  if (mistaken === undefined) business.papers.push({ file, booking: id })
  await readContract(browser, file)
}

/** Mistakes are refused, unless both bookings are one customer's: as likely as not it is one of those, if there is any. */
function otherBooking(clerk: Clerk, booking: string): string | undefined {
  const { business, chance } = clerk
  const { renters } = business
  const ofSameRenter = approvedBookings(business).filter(
    (other) => other !== booking && renters.get(other) === renters.get(booking),
  )
  return (chance.happens(0.5) ? chance.oneOf(ofSameRenter) : undefined) ?? approvedBooking(clerk)
}

async function bringPaper({ business, browser, chance }: Clerk): Promise<string | undefined> {
  const paper = chance.happens(0.3) ? somePdf(chance) : somePicture(chance)
  const file = await upload(browser, 'contract', paper, doubtsOf(chance))
  // Others may try it before it is any booking's.
  if (file !== undefined) business.contracts.push(file)
  return file
}

/** A contract that was got hold of is put to a booking of one's own business: it is as unknown as one that is made up. */
export async function putToOwn(clerk: Clerk, file: string): Promise<void> {
  const id = approvedBooking(clerk)
  if (id !== undefined) await send(clerk, attaching(id, file))
}

const approvedBooking = ({ business, chance }: Clerk): string | undefined => chance.oneOf(approvedBookings(business))

const approvedBookings = ({ bookings }: Business): string[] =>
  [...bookings].flatMap(([id, status]) => (status === 'approved' ? [id] : []))
