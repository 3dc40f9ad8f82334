import { ContractSignature, ContractSigned } from '../contract.ts'
import {
  BookingLinkSent,
  CancellationDecline,
  CancellationDeclined,
  LicenceReplaced,
  LicenceReplacement,
  RenterBooking,
  RenterCancelled,
} from '../renter-booking.ts'
import { type Call, json, rows, type Section } from './call.ts'
import { BOOKING, LICENCE, SHA256 } from './examples.ts'
import { Nothing } from './nothing.ts'

const section: Section = {
  name: 'The renter’s own page',
  about:
    'Every mail to a renter leads to a page of their booking. What lets them in is the token in that address: it is sent in `X-Booking-Token`, and in no address of the API. Whatever is wrong with a token (of another booking, revoked, rubbish, of somebody who was erased, of a business that was closed) is answered 404, with the same bytes.',
}

const booking = { id: { names: 'booking', about: 'The booking.' } } as const
const WROTE = ['X-Log-Position', 'Set-Cookie'] as const

export const renterCalls: readonly Call[] = [
  {
    id: 'myBooking',
    section,
    method: 'GET',
    path: '/api/my-booking',
    summary: 'A booking, as its renter sees it',
    service: 'query',
    access: 'link',
    answers: rows('The booking.', RenterBooking),
    example: {},
  },
  {
    id: 'myContract',
    section,
    method: 'GET',
    path: '/api/my-booking/contract',
    summary: 'The contract that holds now',
    about:
      'As a document to save: a PDF, or the picture of a contract on paper. That its renter has seen it is written down.',
    service: 'query',
    access: 'link',
    answers: {
      200: {
        about: 'The document.',
        content: [{ type: 'application/pdf' }, { type: 'image/jpeg' }, { type: 'image/png' }, { type: 'image/webp' }],
        headers: ['Content-Disposition', 'X-Stale'],
      },
    },
    example: {},
  },
  {
    id: 'myCalendar',
    section,
    method: 'GET',
    path: '/api/my-booking/calendar',
    summary: 'The booking for a calendar',
    about:
      'An iCalendar file (RFC 5545) with whole days, which no time zone moves. Its `UID` is always the same and its `SEQUENCE` rises with each change; a booking that does not take place has the status `CANCELLED`.',
    service: 'query',
    access: 'link',
    answers: {
      200: {
        about: 'The file.',
        content: [{ type: 'text/calendar' }],
        headers: ['ETag', 'X-Stale', 'Content-Disposition'],
      },
      304: { about: 'You have it already: `If-None-Match` names it.', content: [], headers: ['ETag', 'X-Stale'] },
    },
    example: {},
  },
  {
    id: 'signMyContract',
    section,
    method: 'POST',
    path: '/api/my-booking/signature',
    summary: 'Sign the contract',
    about:
      '`sha256` is that of the document that was shown: when it has been made anew since, nothing is signed. When, from which address and with what is kept as evidence. Sent again with its `Idempotency-Key`, a signature is answered as the first time; any other is refused.',
    service: 'command',
    access: 'link',
    body: ContractSignature,
    idempotent: true,
    answers: { 200: json('It is signed.', ContractSigned, WROTE) },
    refusals: { 409: ['booking-not-approved', 'contract-missing', 'contract-changed', 'contract-signed'] },
    example: { body: { sha256: SHA256, name: 'Ada Byron', consent: true } },
  },
  {
    id: 'cancelMyBooking',
    section,
    method: 'POST',
    path: '/api/my-booking/cancellation',
    summary: 'Cancel the booking, or ask to',
    about:
      'A request that nobody has agreed to is over at once. Of an approved booking that has not begun the business decides: it is told, and answers. Asked again, nothing happens.',
    service: 'command',
    access: 'link',
    body: Nothing,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('What has become of it.', RenterCancelled, WROTE) },
    refusals: { 409: ['cancellation-too-late'] },
    example: {},
  },
  {
    id: 'replaceMyLicence',
    section,
    method: 'PUT',
    path: '/api/my-booking/license',
    summary: 'Send another picture of the licence',
    about: 'While the request waits and nobody has found the licence good. It is to be looked at again then.',
    service: 'command',
    access: 'link',
    body: LicenceReplacement,
    idempotent: true,
    answers: { 200: json('It has taken the place of the one before.', LicenceReplaced, WROTE) },
    refusals: { 409: ['booking-not-pending', 'licence-verified'], 422: ['licence-unknown'] },
    example: { body: { licenseImageUrl: LICENCE } },
  },
  {
    id: 'reissueLink',
    section,
    method: 'POST',
    path: '/api/admin/bookings/{id}/link',
    summary: 'Mail the renter another link to their page',
    about: 'Links that were mailed before lead nowhere any more.',
    service: 'command',
    access: 'member',
    params: booking,
    body: Nothing,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('It is on its way.', BookingLinkSent, WROTE) },
    refusals: { 409: ['customer-erased'], 429: ['too-many-requests'] },
    example: { params: { id: BOOKING } },
  },
  {
    id: 'declineCancellation',
    section,
    method: 'POST',
    path: '/api/admin/bookings/{id}/cancellation-request/decline',
    summary: 'Hold a renter to their booking',
    about:
      'The answer to a renter who asks to cancel, and who is told so. To agree, cancel the booking. When nothing is asked any more, nothing happens. `askedAt` says which wish you saw: one that came after it is not answered. Without it nothing is compared.',
    service: 'command',
    access: 'member',
    params: booking,
    body: CancellationDecline,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('The booking stands.', CancellationDeclined, WROTE) },
    refusals: { 409: ['booking-cancelled', 'cancellation-answered'] },
    example: { params: { id: BOOKING }, body: { askedAt: '2026-11-21T10:02:11.004Z' } },
  },
]
