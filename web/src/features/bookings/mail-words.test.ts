import { MailCause, MailKind, type MailProblem } from '@forecourt/contracts/booking.ts'
import { describe, expect, it } from 'vitest'
import { mailAdvice, mailWords } from './mail-words.ts'

const failed: MailProblem = {
  kind: 'booking-approved',
  recipient: 'customer',
  status: 'failed',
  cause: 'address-refused',
  at: '2026-11-21T10:02:11.004Z',
}

describe('a mail that was not delivered', () => {
  it('is told to staff: which one, to whom, and why', () =>
    expect(mailWords(failed)).toBe(
      'The mail to the customer that the booking is confirmed could not be delivered: this address takes no mail.',
    ))

  it('is told apart from one that is tried again', () =>
    expect(
      mailWords({ ...failed, kind: 'new-request', recipient: 'business', status: 'retrying', cause: 'receiver-busy' }),
    ).toBe(
      'The mail to you about the new request has not been delivered yet: the receiving mail server is busy. It will be tried again.',
    ))

  it('has words for every kind and every cause', () => {
    for (const kind of MailKind.options)
      for (const cause of MailCause.options) {
        expect(mailWords({ ...failed, kind, cause })).not.toMatch(/undefined|-refused|[a-z]-[a-z]/)
      }
  })

  it('asks staff to call the customer, when it was for the customer and no attempt follows', () => {
    expect(mailAdvice([failed], '07700900123')).toBe('Please call the customer on 07700900123.')
    expect(mailAdvice([failed], null)).toBe('Please tell the customer in another way.')
    expect(mailAdvice([{ ...failed, status: 'retrying' }], '07700900123')).toBeUndefined()
    expect(mailAdvice([{ ...failed, kind: 'new-request', recipient: 'business' }], '07700900123')).toBeUndefined()
    expect(mailAdvice([], '07700900123')).toBeUndefined()
  })
})
