import { bookingId } from '@forecourt/domain/testing/rental.ts'
import { expect, it } from 'vitest'
import { contractMade, contractsFor } from './contracts-for.ts'

const ID = '5f0e6a55-7d0b-4a53-a1a0-3f8a7a1c6c11'
const event = (type: string, data: object, actorKind = 'member') => ({
  type,
  data: JSON.stringify(data),
  metadata: { actorKind },
})

it('an approval calls for a contract, the same one each time; history from elsewhere calls for none', () => {
  const approved = event('BookingApproved', { bookingId: bookingId(1) })
  expect(contractsFor(approved)).toEqual(contractsFor(approved))
  expect(contractsFor(approved)).toMatchObject([{ task: 'contract' }])
  expect(contractsFor(event('BookingApproved', { bookingId: bookingId(2) }))).not.toEqual(contractsFor(approved))
  expect(contractsFor(event('BookingApproved', { bookingId: bookingId(1) }, 'import'))).toEqual([])
})

it('so do staff who ask for one, and a signature for its copy; nothing else does', () => {
  expect(contractsFor(event('ContractIssueRequested', { issueId: ID }))).toEqual([{ id: ID, task: 'contract' }])
  expect(contractsFor(event('ContractSigned', { signatureId: ID }))).toEqual([{ id: ID, task: 'signed-contract' }])
  for (const type of ['BookingRequested', 'BookingReinstated', 'BookingCompleted', 'ContractUploaded']) {
    expect(contractsFor(event(type, { bookingId: bookingId(1) }))).toEqual([])
  }
})

it('what is made is due no more, but for contracts that are older than issues', () => {
  expect(contractMade(event('ContractGenerated', { issueId: ID }))).toBe(ID)
  expect(contractMade(event('ContractGenerated', {}))).toBeUndefined()
  expect(contractMade(event('SignedContractFiled', { signatureId: ID }))).toBe(ID)
  expect(contractMade(event('BookingApproved', {}))).toBeUndefined()
})
