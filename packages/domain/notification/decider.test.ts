import { expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { bookingId, harbour } from '../testing/rental.ts'
import { notificationDecider } from './decider.ts'

const subject = { notificationId: 'n', template: 'request-received' }
const sent = (attempt: number) =>
  ({ type: 'NotificationSent', data: { ...subject, attempt, messageId: '<n@example>' } }) as const
const failure = {
  booking: { bookingId: bookingId(1), businessId: harbour },
  cause: 'server-unreachable',
  reason: 'no answer',
} as const
const failed = (attempt: number) => ({ type: 'NotificationFailed', data: { ...subject, ...failure, attempt } }) as const
const abandoned = (attempts: number) =>
  ({ type: 'NotificationAbandoned', data: { ...subject, ...failure, attempts } }) as const
const withdrawn = { type: 'NotificationWithdrawn', data: { ...subject, reason: 'overtaken' } } as const

const recordSent = { type: 'recordSent', ...subject, messageId: '<n@example>' } as const
const recordFailed = { type: 'recordFailed', ...subject, ...failure } as const
const abandon = { type: 'abandon', ...subject, ...failure } as const
const withdraw = { type: 'withdraw', ...subject, reason: 'overtaken' } as const

test('attempts are counted until the mail is sent', () => {
  given(notificationDecider).when(recordFailed).thenEmits(failed(1))
  given(notificationDecider, failed(1)).when(recordFailed).thenEmits(failed(2))
  given(notificationDecider, failed(1), failed(2)).when(recordSent).thenEmits(sent(3))
})

test('a mail that was sent is sent: a repeated delivery writes nothing', () => {
  for (const command of [recordSent, recordFailed, abandon, withdraw]) {
    given(notificationDecider, sent(1)).when(command).thenNothing()
  }
  expect(notificationDecider.evolve({ outcome: 'sent', attempts: 1 }, abandoned(1)).outcome).toBe('sent')
})

test('a mail is given up once, after its attempts', () => {
  given(notificationDecider, failed(1)).when(abandon).thenEmits(abandoned(1))
  given(notificationDecider, failed(1), abandoned(1)).when(abandon).thenNothing()
  given(notificationDecider, failed(1), abandoned(1)).when(recordFailed).thenNothing()
})

test('a mail that went out after it was given up did go out', () =>
  given(notificationDecider, failed(1), abandoned(1)).when(recordSent).thenEmits(sent(2)))

test('a mail that has become moot is withdrawn once, also after failed attempts; then nothing follows', () => {
  given(notificationDecider).when(withdraw).thenEmits(withdrawn)
  given(notificationDecider, failed(1)).when(withdraw).thenEmits(withdrawn)
  for (const command of [withdraw, recordFailed, abandon]) {
    given(notificationDecider, failed(1), withdrawn).when(command).thenNothing()
  }
  given(notificationDecider, abandoned(0)).when(withdraw).thenNothing()
  expect(notificationDecider.evolve({ outcome: 'sent', attempts: 1 }, withdrawn).outcome).toBe('sent')
})
