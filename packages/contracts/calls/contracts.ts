import {
  ContractIssue,
  ContractIssued,
  ContractSignature,
  ContractSigned,
  PaperContract,
  PaperContractAttached,
} from '../contract.ts'
import { type Call, json, type Section } from './call.ts'
import { BOOKING, CONTRACT, SHA256 } from './examples.ts'

const section: Section = {
  name: 'Contracts',
  about:
    'When staff approve a booking its contract is made: a PDF with the parties, the vehicle, the days, the price and the terms of the business. `contract` of a booking says what there is.',
}

const params = { id: { names: 'booking', about: 'The booking.' } } as const

const NOT_LET = ['booking-not-approved', 'customer-erased'] as const

export const contractCalls: readonly Call[] = [
  {
    id: 'issueContract',
    section,
    method: 'POST',
    path: '/api/admin/bookings/{id}/contract',
    summary: 'Have a contract made anew',
    about:
      'With what is so now: after the vehicle, the terms or the address of the business have changed. What there is is kept, signed or not, and holds until the new one is made, which is to be signed again. `from` says what you saw: what was signed or made anew meanwhile is not replaced. Without it nothing is compared.',
    service: 'command',
    access: 'member',
    params,
    body: ContractIssue,
    mayBeBare: true,
    idempotent: true,
    answers: { 200: json('It is being made.', ContractIssued, ['X-Log-Position', 'Set-Cookie']) },
    refusals: { 409: [...NOT_LET, 'contract-changed'] },
    example: { params: { id: BOOKING } },
  },
  {
    id: 'signContract',
    section,
    method: 'POST',
    path: '/api/admin/bookings/{id}/contract/signature',
    summary: 'A contract was signed at the desk',
    about: `The renter signed on the business's own device. \`sha256\` is that of the document that they were shown: when it has been made anew since, nothing is signed. A copy that carries the signature and its evidence is made then, and mailed to the renter and to the business.

A signed contract never changes. Sent again with its \`Idempotency-Key\`, a signature is answered as the first time; any other signature is refused.`,
    service: 'command',
    access: 'member',
    params,
    body: ContractSignature,
    idempotent: true,
    answers: { 200: json('It is signed.', ContractSigned, ['X-Log-Position', 'Set-Cookie']) },
    refusals: { 409: [...NOT_LET, 'contract-missing', 'contract-changed', 'contract-signed'] },
    example: {
      params: { id: BOOKING },
      body: {
        sha256: SHA256,
        name: 'Ada Byron',
        strokes: [
          [
            [120, 210],
            [180, 160],
            [260, 240],
          ],
        ],
        consent: true,
        signedAt: '2026-11-21T10:01:40.000Z',
      },
    },
  },
  {
    id: 'attachContract',
    section,
    method: 'PUT',
    path: '/api/admin/bookings/{id}/contract',
    summary: 'A contract was signed on paper',
    about: 'Its picture takes the place of a contract that is not signed. The same again changes nothing.',
    service: 'command',
    access: 'member',
    params,
    body: PaperContract,
    idempotent: true,
    answers: { 200: json('It is the booking’s contract.', PaperContractAttached, ['X-Log-Position', 'Set-Cookie']) },
    refusals: { 409: [...NOT_LET, 'contract-signed'], 422: ['contract-unknown'] },
    example: { params: { id: BOOKING }, body: { contractPath: CONTRACT } },
  },
]
