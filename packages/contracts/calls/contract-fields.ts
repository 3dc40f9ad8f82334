import { BOOKING, CONTRACT, PAPER_UPLOAD_URL, SHA256 } from './examples.ts'
import type { Field } from './field.ts'

/** Fields of contracts, see `FIELDS`. */
export const CONTRACT_FIELDS: Readonly<Record<string, Field>> = {
  contractGenerated: { about: 'Whether a contract has been made.', example: false },
  contractPath: {
    about: 'Path of the contract that holds now; null without one.',
    example: CONTRACT,
  },
  contract: { about: 'What there is of a contract.' },
  state: {
    about: '`unsigned`: made, to be signed. `uploaded`: signed on paper. `none`: there is none, or none yet.',
  },
  'ContractIssue.from': {
    about: 'The contract that you saw. When another one holds by now, or it was signed meanwhile, nothing happens.',
  },
  'ContractIssue.from.sha256': {
    about: 'SHA-256 of the document, as `contract` of the booking says; of one on paper it is not looked at.',
    example: SHA256,
  },
  beingMade: { about: 'One is being made, the first or one anew: a matter of seconds.', example: false },
  'ContractIssued.beingMade': { about: 'It is being made: a matter of seconds.', example: true },
  sha256: {
    about: 'SHA-256 of the document, in hex. Whoever signs sends back that of the document they were shown.',
    example: SHA256,
  },
  signedBy: { about: 'Where it was signed: on the renter’s own page, or at the desk.' },
  signedAt: { about: 'When it was signed, by the clock of the device, in UTC.', example: '2026-11-21T10:01:40.000Z' },
  consent: { about: 'They agree to the rental agreement.', example: true },
  strokes: {
    about:
      'The signature, when it was drawn: lines of points [across, down] on a field of 1000 by 400. Without, the name is the signature.',
    example: [
      [
        [120, 210],
        [180, 160],
        [260, 240],
      ],
    ],
  },
  'ContractSignature.name': { about: 'Name of the person who signs, as they write it.', example: 'Ada Byron' },
  'ContractSignature.signedAt': {
    about:
      'When they signed, by the clock of the device. The time of the call counts when it is absent, in the future, or before the booking was asked for.',
    example: '2026-11-21T10:01:40.000Z',
  },
  'ContractSigned.id': { about: 'Id of the booking.', example: BOOKING },
  'ContractIssued.id': { about: 'Id of the booking.', example: BOOKING },
  'PaperContractAttached.id': { about: 'Id of the booking.', example: BOOKING },
  versions: { about: 'Every version that there ever was, the oldest first.' },
  'ContractVersion.termsVersion': {
    about: 'Version of the business’s terms that are in it; 0: the platform’s own words.',
    example: 3,
  },
  'ContractVersion.kind': { about: '`signed`: the copy that carries the signature and its evidence.' },
  'ContractVersion.path': { about: 'Path of the file.', example: CONTRACT },
  'ContractVersion.at': { about: 'When it was made, in UTC.', example: '2026-11-21T10:02:11.004Z' },
  contractURL: { about: 'The `uploadURL` that the file was sent to.', example: PAPER_UPLOAD_URL },
}
