import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isUnsaved } from '../unsaved.ts'
import { markChoosing } from './choosing.ts'

class Field extends EventTarget {
  readonly type: string
  constructor(type: string) {
    super()
    this.type = type
  }
}
vi.stubGlobal('HTMLInputElement', Field)

/** A page that has this field alone. */
function pageWith(type: string): Field {
  const field = new Field(type)
  vi.stubGlobal('window', field)
  markChoosing()
  return field
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

it.each(['change', 'cancel'])(
  'a page from which a file is being chosen has something to lose, until a moment after its %s',
  (over) => {
    const field = pageWith('file')
    expect(isUnsaved()).toBe(false)
    field.dispatchEvent(new Event('click'))
    vi.advanceTimersByTime(600_000)
    expect(isUnsaved()).toBe(true)
    field.dispatchEvent(new Event(over))
    expect(isUnsaved(), 'its form has not said yet what it does with it').toBe(true)
    vi.advanceTimersByTime(3_000)
    expect(isUnsaved()).toBe(false)
  },
)

it('a file that is chosen once more is waited for again', () => {
  const field = pageWith('file')
  for (const kind of ['click', 'change', 'click']) field.dispatchEvent(new Event(kind))
  vi.advanceTimersByTime(600_000)
  expect(isUnsaved()).toBe(true)
  field.dispatchEvent(new Event('cancel'))
})

it('no other field has anything to do with it', () => {
  pageWith('text').dispatchEvent(new Event('click'))
  expect(isUnsaved()).toBe(false)
})
