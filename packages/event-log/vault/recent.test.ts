import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { createRecent } from './recent.ts'

const [A, B, C] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }] as const

/** Has V8 look for what nobody holds any more. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc()')
}

describe('what was used last is remembered', () => {
  it('up to a number: the one not used for longest goes first', () => {
    const recent = createRecent<{ readonly name: string }>(2, 1_000)
    recent.set('a', A)
    recent.set('b', B)
    recent.get('a')
    recent.set('c', C)
    expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([A, undefined, C])
  })

  it('for a time, however often it is used', () => {
    let now = 1
    const recent = createRecent<{ readonly name: string }>(2, 100, () => now)
    recent.set('a', A)
    now = 101
    expect(recent.get('a')).toBe(A)
    now = 102
    expect(recent.get('a')).toBeUndefined()
  })

  it('until all of which something is true are deleted, also when their time is over', async () => {
    let now = 1
    const recent = createRecent<{ readonly name: string }>(2, 100, () => now)
    const remember = (value: { readonly name: string }) => {
      recent.set(value.name, value)
      return new WeakRef(value)
    }
    const gone = remember({ name: 'gone' })
    recent.set('b', B)
    now = 200
    recent.set('b', B)
    recent.deleteWhere(({ name }) => name === 'gone')
    expect(recent.get('b')).toBe(B)
    await expect
      .poll(() => {
        collectGarbage()
        // The value itself would be held by whoever compares it.
        return gone.deref() === undefined
      })
      .toBe(true)
  })

  it('until it is deleted', () => {
    const recent = createRecent<{ readonly name: string }>(2, 100)
    recent.set('a', A)
    recent.delete('a')
    expect(recent.get('a')).toBeUndefined()
  })
})
