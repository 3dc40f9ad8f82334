import { expect, test } from 'vitest'
import { anySignal } from './any-signal.ts'
import { groupBy } from './group-by.ts'

test('a signal of several aborts with the first of them, for its reason, and with one that has aborted before', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const any = anySignal(one.signal, other.signal)
  expect(any.aborted).toBe(false)
  other.abort('second')
  one.abort('first')
  expect([any.aborted, any.reason]).toEqual([true, 'second'])
  expect(anySignal(new AbortController().signal, one.signal).reason).toBe('first')
})

test('what has one key comes together, in its order', () => {
  expect([...groupBy(['ab', 'b', 'ac'], (word) => word[0])]).toEqual([
    ['a', ['ab', 'ac']],
    ['b', ['b']],
  ])
})
