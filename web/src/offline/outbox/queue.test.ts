import { describe, expect, test } from 'vitest'
import {
  type Actions,
  added,
  answered,
  answeredAnew,
  canBeUndone,
  due,
  heldOn,
  hurried,
  nextWake,
  recovered,
  regrouped,
  retried,
  TOO_OLD,
  taken,
  unsent,
} from './queue.ts'

const NOW = 1_800_000_000_000
const HOUR = 3_600_000

const queue = (...subjects: string[]): Actions =>
  subjects.reduce<Actions>((list, subject, place) => add(list, `${subject}${place}`, subject), [])

const add = (list: Actions, id: string, subject: string, hold = 0): Actions =>
  added(list, { id, subject, name: 'approve', args: {}, label: id, createdAt: NOW, heldUntil: NOW + hold })

const ids = (actions: Actions) => actions.map(({ id }) => id)
const refused = (list: Actions, id: string): Actions => answered(list, id, { kind: 'refused', reason: 'Taken' }, NOW, 0)
const told = (list: Actions, onlineSince?: number) => {
  const marked = unsent(list, onlineSince)
  return list.map((action) => marked.includes(action))
}

describe('the outbox', () => {
  test('sends what was done first about each subject, and the next of a subject after it', () => {
    const list = queue('a', 'a', 'b')
    expect(ids(due(list, NOW))).toEqual(['a0', 'b2'])
    expect(ids(due(answered(list, 'a0', { kind: 'accepted' }, NOW, 0), NOW))).toEqual(['a1', 'b2'])
  })

  test('sends nothing of a subject while its first is on its way', () => {
    expect(ids(due(taken(queue('a', 'a'), 'a0', NOW), NOW))).toEqual([])
  })

  test('one that was refused holds up its own subject alone, and keeps its reason', () => {
    const list = refused(queue('a', 'a', 'b'), 'a0')
    expect(ids(due(list, NOW))).toEqual(['b2'])
    expect(list[0]).toMatchObject({ state: 'refused', refusal: 'Taken' })
  })

  test('pauses between sendings without an answer grow from half a second to a minute', () => {
    let list = queue('a')
    const pauses: number[] = []
    for (let attempt = 0; attempt < 9; attempt++) {
      list = answered(list, 'a0', { kind: 'unanswered' }, NOW, 0)
      pauses.push((list[0]?.nextAt ?? 0) - NOW)
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    expect(answered(queue('a'), 'a0', { kind: 'unanswered' }, NOW, 1)[0]?.nextAt).toBe(NOW + 1000)
  })

  test('people are told of what waits for a network or an answer, not of what is being sent for the first time', () => {
    const list = queue('a')
    expect(told(list)).toEqual([true])
    expect(told(list, NOW + 1), 'it was done before the network was back').toEqual([true])
    expect(told(list, NOW), 'it is on its way').toEqual([false])
    expect(told(answered(list, 'a0', { kind: 'unanswered' }, NOW, 1), NOW)).toEqual([true])
    expect(told(answered(list, 'a0', { kind: 'refused', reason: 'Taken' }, NOW, 1))).toEqual([false])
  })

  test('people are told of what waits behind one that was refused: nothing sends it by itself', () => {
    const list = refused(queue('a', 'a', 'b'), 'a0')
    expect(told(list, NOW)).toEqual([false, true, false])
  })

  test('what another version has left behind something that it does not depend on any more is sent', () => {
    const list = refused(queue('a', 'a', 'b'), 'a0')
    const moved = regrouped(list, ({ id }) => (id === 'a1' ? 'notes a' : undefined))
    expect(moved.map(({ subject }) => subject)).toEqual(['a', 'notes a', 'b'])
    expect(ids(due(moved, NOW))).toEqual(['a1', 'b2'])
  })

  test('who does it anew has answered what was refused of that kind about the same subject, and nothing else', () => {
    const list = refused(refused(queue('a', 'a', 'b'), 'a0'), 'b2')
    expect(ids(answeredAnew(list, { subject: 'a', name: 'approve' }))).toEqual(['a1', 'b2'])
    expect(answeredAnew(list, { subject: 'a', name: 'note' })).toEqual(list)
  })

  test('nothing waits for a pause once the device is online again', () => {
    const list = answered(queue('a'), 'a0', { kind: 'unanswered' }, NOW, 1)
    expect(due(list, NOW)).toEqual([])
    expect(ids(due(hurried(list, NOW), NOW))).toEqual(['a0'])
  })

  test('a held one is not sent before its time, and being online again does not hurry it', () => {
    const list = add([], 'hide', 'a', 5_000)
    expect(due(hurried(list, NOW), NOW + 4_999)).toEqual([])
    expect(nextWake(list)).toBe(NOW + 5_000)
    expect(ids(due(list, NOW + 5_000))).toEqual(['hide'])
  })

  test('what was done while the clock was fast does not wait until it is that late', () => {
    const again = retried(refused(queue('b'), 'b0'), 'b0', NOW)
    for (const list of [queue('a'), again]) expect(due(list, NOW - HOUR)).toHaveLength(1)
    for (const list of [add([], 'hide', 'a', 5_000), answered(queue('a'), 'a0', { kind: 'unanswered' }, NOW, 1)]) {
      expect(due(list, NOW - HOUR), 'it was not put back so far for its pause').toHaveLength(1)
      expect(due(list, NOW)).toEqual([])
    }
  })

  test('being online again also hurries what an earlier version of the app put off for a clock that was fast', () => {
    const list = queue('a').map((action) => ({ ...action, nextAt: NOW }))
    expect(due(list, NOW - 30_000)).toEqual([])
    expect(ids(due(hurried(list, NOW - 30_000), NOW - 30_000))).toEqual(['a0'])
  })

  test('what is undone together is held together; what has left the device is not held back', () => {
    const list = taken(add(add(queue(), 'first', 'a', 5_000), 'gone', 'b', 5_000), 'gone', NOW + 5_000)
    const held = heldOn(list, ['first', 'gone'], NOW + 9_000)
    expect(due(held, NOW + 8_999)).toEqual([])
    expect(ids(due(held, NOW + 9_000))).toEqual(['first'])
    expect(held[1]).toEqual(list[1])
  })

  test('only what has never left the device can be undone', () => {
    const list = queue('a')
    expect(canBeUndone(list, 'a0')).toBe(true)
    expect(canBeUndone(taken(list, 'a0', NOW), 'a0')).toBe(false)
    expect(canBeUndone(answered(taken(list, 'a0', NOW), 'a0', { kind: 'unanswered' }, NOW, 0), 'a0')).toBe(false)
    expect(canBeUndone(list, 'gone')).toBe(false)
  })

  test('what is undone or held on while it is looked whose turn it is does not go on its way', () => {
    const list = add([], 'a0', 'a')
    expect(taken([], 'a0', NOW)).toEqual([])
    const held = heldOn(list, ['a0'], NOW + 5_000)
    expect(taken(held, 'a0', NOW)).toEqual(held)
  })

  test('what a closed tab left on its way is sent again', () => {
    expect(ids(due(recovered(taken(queue('a'), 'a0', NOW), NOW), NOW))).toEqual(['a0'])
  })

  test('after three days a person looks at it before it is sent, and may send it then', () => {
    const old = recovered(queue('a'), NOW + 72 * HOUR + 1)
    expect(old[0]).toMatchObject({ state: 'refused', refusal: TOO_OLD })
    const again = retried(old, 'a0', NOW + 80 * HOUR)
    expect(again[0]).not.toHaveProperty('refusal')
    expect(ids(due(recovered(again, NOW + 80 * HOUR), NOW + 80 * HOUR))).toEqual(['a0'])
  })

  test('a session that is over keeps the action where it was', () => {
    const list = answered(taken(queue('a', 'a'), 'a0', NOW), 'a0', { kind: 'signed-out' }, NOW, 0)
    expect(ids(due(list, NOW))).toEqual(['a0'])
    expect(list[0]?.attempts).toBe(0)
  })

  test('numbers go on after what is still waiting', () => {
    const list = add(answered(queue('a', 'b'), 'a0', { kind: 'accepted' }, NOW, 0), 'c', 'c')
    expect(list.map(({ seq }) => seq)).toEqual([2, 3])
  })
})
