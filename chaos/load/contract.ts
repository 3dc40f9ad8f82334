import { AdminBookings } from '@forecourt/contracts/booking.ts'
import { safeParse } from 'zod/v4/core'
import type { Answer } from '../../tests/system/support/client.ts'
import { type Ask, type Browser, FILE_PATIENCE } from './browser.ts'
import { untilAnswered } from './until-answered.ts'

/** Somebody reads a contract. @param file its path */
export async function readContract(browser: Browser, file: string): Promise<Answer | undefined> {
  return await browser.ask({ call: 'contract', method: 'GET', path: file, asked: { file }, patience: FILE_PATIENCE })
}

/** Staff ask for one booking, which must be there. */
export const bookingCalled = (booking: string): Ask => ({
  call: 'listBookings',
  method: 'GET',
  path: `/api/admin/bookings?id=${encodeURIComponent(booking)}`,
  asked: { booking },
})

/** A booking's contract, as staff see it. */
export interface Contract {
  /** Its path. */
  readonly file: string
  readonly isSigned: boolean
  /** Of the document that was signed, or can be; null when it cannot. */
  readonly sha256: string | null
}

/**
 * Somebody of the staff reads the contract of a booking.
 * @returns undefined when there is none yet, or it is not known whether there is
 */
export async function readContractOf(browser: Browser, booking: string): Promise<Contract | undefined> {
  const page = await browser.ask(bookingCalled(booking))
  const [shown] = safeParse(AdminBookings, page?.body).data ?? []
  if (shown === undefined || shown.contractPath === null) return undefined
  const { contractPath: file, contract } = shown
  await readContract(browser, file)
  return { file, isSigned: contract.state === 'signed', sha256: contract.sha256 }
}

/** Staff have a contract made anew. */
export const issuing = (id: string): Ask => ({
  call: 'issueContract',
  method: 'POST',
  path: `/api/admin/bookings/${id}/contract`,
  asked: { id },
})

/** Staff put what was uploaded of a contract that was signed on paper to its booking. @param file its path */
export const attaching = (id: string, file: string): Ask => ({
  call: 'attachContract',
  method: 'PUT',
  path: `/api/admin/bookings/${id}/contract`,
  body: { contractPath: file },
  asked: { id, file },
})

/** A renter signs a contract at the desk. @param sha256 of the document that they were shown */
export const signing = (id: string, sha256: string): Ask => ({
  call: 'signContract',
  method: 'POST',
  path: `/api/admin/bookings/${id}/contract/signature`,
  body: { sha256, name: 'Ada Byron', consent: true },
  asked: { id, sha256 },
})

/** Somebody of the business reads each of these contracts: all of them must be there. */
export async function readContracts(browser: Browser, files: readonly string[]): Promise<void> {
  for (const file of files) await untilAnswered(() => readContract(browser, file))
}
