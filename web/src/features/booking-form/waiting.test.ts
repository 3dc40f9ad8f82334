import { expect, test } from 'vitest'
import { type Actions, added } from '../../offline/outbox/queue.ts'
import { waitingAt } from './waiting.ts'

const HOUR = 3_600_000
const NOW = 1_800_000_000_000
const kept = { reference: 'BR-1765180800000', carId: 'fiesta', draft: 'one', licence: 'two' }

const list = (args: unknown): Actions =>
  added([], { id: 'a', subject: 'a', name: 'request.send', args, label: 'a', createdAt: NOW, heldUntil: NOW })

const phone = { keepFor: 24 * HOUR, device: 'phone' } as const
const at = (hours: number) => waitingAt(list(kept), phone, NOW + hours * HOUR)

test('a request that waits is listed with its reference, and is over after 24 hours', () => {
  expect(at(24)).toMatchObject([{ kept, isOver: false }])
  expect(at(24.01)).toMatchObject([{ kept, isOver: true }])
})

test('a walk-in’s can be opened again at the desk, though the clock was a year behind when it was put aside', () => {
  const now = NOW + 365 * 24 * HOUR
  expect(waitingAt(list(kept), { keepFor: 7 * 24 * HOUR, device: 'device' }, now)).toMatchObject([{ isOver: false }])
})

test('whatever else staff have done and is not sent yet is no request', () => {
  expect(waitingAt(list({ id: 'one', status: 'approved' }), phone, NOW)).toEqual([])
})
