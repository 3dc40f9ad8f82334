import { ContractState } from '@forecourt/contracts/contract.ts'
import * as z from 'zod/mini'
import { type Action, effectOn, overtakenOn } from '../../offline/outbox/action.ts'
import { discard } from '../../offline/sealed.ts'
import { bookings } from '../bookings/api.ts'
import { wayToOwn } from '../bookings/way-to.ts'
import { isAnother, signedAtDesk, withContract } from './model.ts'

/**
 * What staff do with contracts, with or without a network. What was signed is sealed on the device until it is sent: here
 * stand ids alone. The sending is fetched when something is sent, so that the dashboard does not begin with it.
 */

/** `from` is the contract that the person saw: one that was signed meanwhile is not thrown away. */
const Issue = z.object({
  id: z.string(),
  from: z.optional(z.object({ state: ContractState, sha256: z.nullable(z.string()) })),
})
const Signature = z.object({ id: z.string(), sealed: z.string(), sha256: z.string(), signedAt: z.string() })
const Paper = z.object({ id: z.string(), sealed: z.string() })

// After what was decided about the booking before: what is not approved has no contract.
const subject = ({ id }: { readonly id: string }) => `booking ${id}`

/** Has a contract made, or made anew. */
export const issueAnew: Action<z.infer<typeof Issue>> = {
  name: 'contract.issue',
  args: Issue,
  subject,
  send: async ({ id, from }, by) => await (await import('./api.ts')).issueContract(id, { from }, by),
  effects: [effectOn(bookings(), (list, { id }) => withContract(list, id, { beingMade: true }))],
  done: () => 'The contract is being made',
  failed: () => 'Failed to make the contract',
  answersRefused: true,
  leadsTo: wayToOwn,
  // The server makes none in place of another than the person saw.
  overtaken: overtakenOn(bookings(), (list, { id, from }) =>
    list.some(({ id: one, contract, status }) => one === id && (status === 'rejected' || isAnother(contract, from))),
  ),
}

/** The renter has signed on this device. */
export const signAtDesk: Action<z.infer<typeof Signature>> = {
  name: 'contract.sign',
  args: Signature,
  subject,
  send: async ({ id, sealed }, by) => await (await import('./waiting-papers.ts')).sendSignature(id, sealed, by),
  effects: [effectOn(bookings(), (list, { id, signedAt }) => withContract(list, id, signedAtDesk(signedAt)))],
  done: () => 'Contract signed',
  failed: () => 'Failed to sign the contract',
  forget: ({ sealed }) => discard(sealed),
  answersRefused: true,
  leadsTo: wayToOwn,
  // The server signs no other document than the one that was shown, none twice, and none of a booking that was cancelled.
  overtaken: overtakenOn(bookings(), (list, { id, sha256 }) =>
    list.some(
      ({ id: one, contract, status }) =>
        one === id && (contract.sha256 !== sha256 || contract.state !== 'unsigned' || status === 'rejected'),
    ),
  ),
}

/** A contract that was signed on paper. */
export const attachPaper: Action<z.infer<typeof Paper>> = {
  name: 'contract.attach',
  args: Paper,
  subject,
  send: async ({ id, sealed }, by) => await (await import('./waiting-papers.ts')).sendPaper(id, sealed, by),
  effects: [effectOn(bookings(), (list, { id }) => withContract(list, id, { state: 'uploaded' }))],
  done: () => 'Contract uploaded',
  failed: () => 'Failed to upload the contract',
  forget: ({ sealed }) => discard(sealed),
  answersRefused: true,
  leadsTo: wayToOwn,
  overtaken: overtakenOn(bookings(), (list, { id }) =>
    list.some(({ id: one, contract, status }) => one === id && (contract.state === 'signed' || status === 'rejected')),
  ),
}
