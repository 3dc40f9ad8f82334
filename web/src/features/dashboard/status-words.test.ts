import { describe, expect, it } from 'vitest'
import type { Actions, PendingAction } from '../../offline/outbox/queue.ts'
import { statusOf } from './status-words.ts'

const at = new Date(2026, 10, 21, 9, 42).getTime()
const calm = { isOnline: true, isFetching: false, hasFailed: false, word: 'heard', at, behindSince: undefined } as const
const waiting = (count: number, state: PendingAction['state'] = 'queued'): Actions =>
  Array.from({ length: count }, (_, place) => ({
    id: `${state}${place}`,
    seq: place,
    subject: `booking ${place}`,
    name: 'booking.decide',
    args: {},
    label: 'Approve',
    createdAt: at,
    heldUntil: at,
    attempts: 0,
    nextAt: at,
    state,
  }))

const others = (count: number): Actions =>
  waiting(count).map((action) => ({ ...action, subject: `other ${action.subject}` }))

describe('the status line', () => {
  it.each([
    ['nothing waits and the server was just asked', calm, [], 'Up to date 09:42'],
    ['the server is being asked', { ...calm, isFetching: true }, [], 'Updating…'],
    ['nothing has been loaded yet', { ...calm, at: undefined }, [], 'Updating…'],
    ['there is no network', { ...calm, isOnline: false }, [], 'Offline – showing 09:42'],
    ['there never was a network', { ...calm, isOnline: false, at: undefined }, [], 'Offline'],
    ['the server does not answer', { ...calm, hasFailed: true }, [], 'Could not update – showing 09:42'],
    [
      'the server has said nothing for longer than it ever keeps silent',
      { ...calm, word: 'missing' },
      [],
      'No updates from the server – showing 09:42',
    ],
    ['somebody is back, and the server has not spoken yet', { ...calm, word: 'awaited' }, [], 'Updating…'],
    [
      'the server answers with less than was done here, and is asked again',
      { ...calm, isFetching: true, at: at + 120_000, behindSince: at },
      [],
      'The screens are behind – showing 09:42',
    ],
    [
      'one was refused, and the screens are behind',
      { ...calm, behindSince: at },
      waiting(1, 'refused'),
      '1 change needs you · The screens are behind – showing 09:42',
    ],
    [
      'the network is gone while the screens are behind',
      { ...calm, isOnline: false, at: at + 120_000, behindSince: at },
      [],
      'Offline – showing 09:42',
    ],
    ['two changes are on their way', calm, waiting(2), 'Sending 2 changes'],
    [
      'two changes are on their way to a server that says nothing',
      { ...calm, word: 'missing' },
      waiting(2),
      'No answer from the server · 2 changes to send',
    ],
    [
      'the server was asked twice and has not answered',
      calm,
      waiting(2).map((action) => ({ ...action, attempts: 2 })),
      'No answer from the server · 2 changes to send',
    ],
    [
      'one waits for the network',
      { ...calm, isOnline: false },
      waiting(1),
      'Offline – showing 09:42 · 1 change to send',
    ],
    ['one was refused', calm, [...waiting(1, 'refused'), ...others(3)], '1 change needs you'],
    [
      'one was refused, and another about the same waits behind it',
      calm,
      [...waiting(1, 'refused'), ...waiting(1).map((action) => ({ ...action, seq: 1 })), ...others(2)],
      '1 change needs you · 1 change to send',
    ],
    [
      'two were refused, and the network is gone',
      { ...calm, isOnline: false },
      waiting(2, 'refused'),
      '2 changes need you · Offline – showing 09:42',
    ],
    [
      'one was refused, and two more wait for the network',
      { ...calm, isOnline: false },
      [...waiting(1, 'refused'), ...waiting(2)],
      '1 change needs you · Offline – showing 09:42 · 2 changes to send',
    ],
    [
      'one was refused, and the screen is old',
      { ...calm, hasFailed: true },
      waiting(1, 'refused'),
      '1 change needs you · Could not update – showing 09:42',
    ],
  ] as const)('%s', (_, freshness, pending, words) => expect(statusOf(freshness, pending).words).toBe(words))

  it.each([
    ['on their way', calm, 'Sending 1 change – keep this tab open'],
    [
      'for the network',
      { ...calm, isOnline: false },
      'Offline – showing 09:42 · 1 change to send – keep this tab open',
    ],
  ] as const)(
    'says that the tab has to stay when the browser keeps nothing and changes wait %s',
    (_, freshness, words) => expect(statusOf(freshness, waiting(1), false).words).toBe(words),
  )
})
