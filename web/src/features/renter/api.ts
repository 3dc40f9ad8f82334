import { type ContractSignature, ContractSigned } from '@forecourt/contracts/contract.ts'
import { LicenceReplaced, RenterBooking, RenterCancelled } from '@forecourt/contracts/renter-booking.ts'
import { get, getFile, send } from '../../lib/api.ts'

/** The calls of a renter's own page. The token of its link goes with them in a header (`comeBy`). */

/** The booking. @throws {ApiError | NoAnswer} 404 when the link lets nobody in */
export const myBooking = (signal: AbortSignal) => get(RenterBooking, '/api/my-booking', signal)

/** The contract that holds now. That it was seen is written down. @throws {ApiError | NoAnswer} */
export const myContract = () => getFile('/api/my-booking/contract')

/** The booking as an iCalendar file. @throws {ApiError | NoAnswer} */
export const myCalendar = () => getFile('/api/my-booking/calendar')

/** The same key again counts once. @throws {ApiError | NoAnswer} */
export const signMyContract = (signature: ContractSignature, key: string) =>
  send(ContractSigned, 'POST', '/api/my-booking/signature', signature, key)

/** Cancels a request; asks the business to cancel what it has approved. @throws {ApiError | NoAnswer} */
export const cancelMyBooking = (key: string) =>
  send(RenterCancelled, 'POST', '/api/my-booking/cancellation', undefined, key)

/** @param licenseImageUrl path of the uploaded picture @throws {ApiError | NoAnswer} */
export const replaceMyLicence = (licenseImageUrl: string, key: string) =>
  send(LicenceReplaced, 'PUT', '/api/my-booking/license', { licenseImageUrl }, key)
