import { describe, expect, it, test } from 'vitest'
import { given } from '../testing/given.ts'
import {
  approved,
  at,
  bookingId,
  cancelled,
  completed,
  contractGenerated,
  customerId,
  harbour,
  northern,
  reinstated,
  rejected,
  requested,
  subjectOf,
  vehicleId,
} from '../testing/rental.ts'
import { firstIssueOf } from './contract-state.ts'
import { scheduleDecider } from './decider.ts'
import type { ScheduleFact } from './events.ts'

const booking = { bookingId: bookingId(1), businessId: harbour }
const first = firstIssueOf(bookingId(1))
const [A, B] = ['a'.repeat(64), 'b'.repeat(64)]
const AGAIN = '5f0e6a55-7d0b-4a53-a1a0-3f8a7a1c6c11'
const SIGNATURE = '0b0c3c8e-6a2f-4d3f-9c55-8a7f1b2c3d4e'

const agreed = [requested(1), approved(1)]
const evidence = { name: 'Ada Byron', strokes: null, consent: 'I agree', address: '192.0.2.1', device: 'Tablet' }
const signature = { signatureId: SIGNATURE, sha256: A, signedBy: 'desk', signedAt: at } as const

const issue = { type: 'issueContract', ...booking, issueId: AGAIN } as const
const issueRequested = { type: 'ContractIssueRequested', data: { ...subjectOf(1), issueId: AGAIN } } as const
const record = (issueId: string, sha256 = A) =>
  ({
    type: 'recordContract',
    ...booking,
    issueId,
    sha256,
    contractPath: `/objects/contracts/${issueId}`,
    termsVersion: 1,
  }) as const
const sign = { type: 'signContract', ...booking, ...signature, evidence } as const
const signed = { type: 'ContractSigned', data: { ...subjectOf(1), ...signature } } as const
const copy = { signatureId: SIGNATURE, contractPath: '/objects/contracts/copy', sha256: B }
const filed = { type: 'SignedContractFiled', data: { ...subjectOf(1), ...copy } } as const
const recordCopy = { type: 'recordSignedContract', ...booking, ...copy } as const
const paper = '/objects/contracts/paper'
const attach = { type: 'attachContract', ...booking, contractPath: paper } as const
const uploaded = { type: 'ContractUploaded', data: { ...subjectOf(1), contractPath: paper } } as const
const leaving = { type: 'CustomerBookingsClosed', data: { vehicleId, businessId: harbour, customerId } } as const

describe('a contract that is made', () => {
  test('is the booking’s, once', () => {
    given(scheduleDecider, ...agreed)
      .when(record(first))
      .thenEmits(contractGenerated(1))
    given(scheduleDecider, ...agreed, contractGenerated(1))
      .when(record(first, B))
      .thenNothing()
  })

  test('comes too late for a booking that was cancelled meanwhile', () =>
    given(scheduleDecider, ...agreed, cancelled(1))
      .when(record(first))
      .thenRefused({ code: 'booking-not-approved', status: 'rejected' }))

  test('is the booking’s also when the hire is over by then, or was over for a while', () => {
    given(scheduleDecider, ...agreed, completed(1))
      .when(record(first))
      .thenEmits(contractGenerated(1))
    given(scheduleDecider, ...agreed, contractGenerated(1), completed(1), reinstated(1))
      .when(record(first))
      .thenNothing()
  })

  test('is nobody’s when another one was asked for meanwhile, and the later one counts whichever is faster', () => {
    given(scheduleDecider, ...agreed, issueRequested)
      .when(record(first))
      .thenNothing()
    given(scheduleDecider, ...agreed, issueRequested)
      .when(record(AGAIN, B))
      .thenEmits(contractGenerated(1, AGAIN, B))
  })

  test('is not for a customer who is about to be erased', () => {
    for (const command of [record(first), recordCopy, sign, attach, issue]) {
      given(scheduleDecider, ...agreed, contractGenerated(1), signed, leaving)
        .when(command)
        .thenRefused({ code: 'customer-erased' })
    }
  })
})

describe('staff', () => {
  test('have a contract made anew as often as they want, signed or not', () => {
    for (const more of [[], [contractGenerated(1)], [contractGenerated(1), signed, filed], [uploaded]]) {
      given(scheduleDecider, ...agreed, ...more)
        .when(issue)
        .thenEmits(issueRequested)
    }
  })

  test('have none made in place of another than they saw: it was signed, made anew or signed on paper meanwhile', () => {
    const unmade = { state: 'none', sha256: null } as const
    const made = { state: 'unsigned', sha256: A } as const
    const signedOne = { state: 'signed', sha256: A } as const
    const anew = [issueRequested, contractGenerated(1, AGAIN, B)]
    for (const [seen, more, standing] of [
      [unmade, [contractGenerated(1)], 'unsigned'],
      [made, [contractGenerated(1), signed], 'signed'],
      [made, [contractGenerated(1), ...anew], 'unsigned'],
      [made, [contractGenerated(1), uploaded], 'uploaded'],
      [signedOne, [contractGenerated(1), signed, filed, ...anew], 'unsigned'],
      [{ state: 'uploaded', sha256: null }, [uploaded, ...anew], 'unsigned'],
    ] as const) {
      given(scheduleDecider, ...agreed, ...more)
        .when({ ...issue, seen })
        .thenRefused({ code: 'contract-changed', standing })
    }
  })

  test('have one made in place of the one that they saw, also when somebody else wants that, too', () => {
    for (const [seen, more] of [
      [{ state: 'none', sha256: null }, []],
      [{ state: 'unsigned', sha256: A }, [contractGenerated(1)]],
      [{ state: 'unsigned', sha256: A }, [contractGenerated(1), issueRequested]],
      [{ state: 'signed', sha256: A }, [contractGenerated(1), signed, filed]],
      // A device that has the paper still to send goes by the contract before.
      [{ state: 'uploaded', sha256: A }, [contractGenerated(1), uploaded]],
    ] as const) {
      given(scheduleDecider, ...agreed, ...more)
        .when({ ...issue, seen })
        .thenEmits(issueRequested)
    }
  })

  test('have one made for a booking that is approved or over, and for no other', () => {
    given(scheduleDecider, ...agreed, completed(1))
      .when(issue)
      .thenEmits(issueRequested)
    for (const [facts, status] of [
      [[requested(1)], 'pending'],
      [[requested(1), rejected(1)], 'rejected'],
      [[...agreed, cancelled(1)], 'rejected'],
    ] as const) {
      for (const command of [issue, sign, attach]) {
        given(scheduleDecider, ...facts)
          .when(command)
          .thenRefused({ code: 'booking-not-approved', status })
      }
    }
  })

  test('do nothing with another business’s contract', () => {
    for (const command of [issue, record(first), sign, recordCopy, attach]) {
      given(scheduleDecider, ...agreed, contractGenerated(1))
        .when({ ...command, businessId: northern })
        .thenRefused({ code: 'not-found' })
    }
  })
})

describe('a contract is signed', () => {
  test('when it is the document that was shown', () =>
    given(scheduleDecider, ...agreed, contractGenerated(1))
      .when(sign)
      .thenEmits({ ...signed, personal: evidence }))

  test('and not before there is one', () =>
    given(scheduleDecider, ...agreed)
      .when(sign)
      .thenRefused({ code: 'contract-missing' }))

  test('and not when it has been made anew since', () =>
    given(scheduleDecider, ...agreed, contractGenerated(1), issueRequested, contractGenerated(1, AGAIN, B))
      .when(sign)
      .thenRefused({ code: 'contract-changed' }))

  test('and not while the next one is being made', () =>
    given(scheduleDecider, ...agreed, contractGenerated(1), issueRequested)
      .when(sign)
      .thenRefused({ code: 'contract-changed' }))

  test('once: a signed contract never changes', () => {
    for (const command of [sign, attach, { ...sign, sha256: B }]) {
      given(scheduleDecider, ...agreed, contractGenerated(1), signed)
        .when(command)
        .thenRefused({ code: 'contract-signed' })
    }
  })

  test('and its copy is filed, once, whatever became of the booking', () => {
    for (const more of [[], [cancelled(1)], [issueRequested, contractGenerated(1, AGAIN, B)]]) {
      given(scheduleDecider, ...agreed, contractGenerated(1), signed, ...more)
        .when(recordCopy)
        .thenEmits(filed)
    }
    given(scheduleDecider, ...agreed, contractGenerated(1), signed, filed)
      .when(recordCopy)
      .thenNothing()
    given(scheduleDecider, ...agreed, contractGenerated(1))
      .when(recordCopy)
      .thenNothing()
  })
})

describe('a contract on paper', () => {
  test('takes the place of one that is not signed, and of one that is not made', () => {
    for (const more of [[], [contractGenerated(1)]]) {
      given(scheduleDecider, ...agreed, ...more)
        .when(attach)
        .thenEmits(uploaded)
    }
    given(scheduleDecider, ...agreed, uploaded)
      .when(record(first))
      .thenNothing()
    given(scheduleDecider, ...agreed, uploaded)
      .when(attach)
      .thenNothing()
    given(scheduleDecider, ...agreed, uploaded)
      .when(sign)
      .thenRefused({ code: 'contract-signed' })
  })
})

describe('a fact about a contract of a booking that is not known', () => {
  it.each<ScheduleFact>([issueRequested, contractGenerated(1), signed, filed, uploaded])(
    '$type: changes nothing',
    (fact) => expect(scheduleDecider.evolve(scheduleDecider.initial(), fact)).toEqual(scheduleDecider.initial()),
  )
})
