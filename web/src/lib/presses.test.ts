import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pressesOn } from './presses.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pageInHand = () => {
  const page = new EventTarget()
  const happened: string[] = []
  const { whenReleased } = pressesOn(page)
  return {
    happened,
    say: (what: string) => whenReleased(() => happened.push(what)),
    hear: (...types: readonly string[]) => {
      for (const type of types) page.dispatchEvent(new Event(type))
    },
    // Heard after `pressesOn`, as the app hears it.
    note: (type: string) => page.addEventListener(type, () => happened.push(type)),
  }
}

test('what is to be shown while nothing is pressed is shown at once', () => {
  const { say, hear, happened } = pageInHand()
  say('one')
  hear('keydown')
  say('two')
  expect(happened).toEqual(['one', 'two'])
})

test('what would move the page under a pressed pointer waits for the click, and is there when the click is dealt with', () => {
  const { say, hear, note, happened } = pageInHand()
  note('click')
  hear('pointerdown', 'mousedown')
  say('the date is wrong')
  hear('pointerup', 'mouseup')
  expect(happened).toEqual([])
  hear('click')
  expect(happened).toEqual(['the date is wrong', 'click'])
})

test('a finger’s field is left only after the finger: that waits for the click, too', () => {
  const { say, hear, happened } = pageInHand()
  hear('pointerdown', 'pointerup', 'mousedown')
  say('the date is wrong')
  hear('mouseup')
  expect(happened).toEqual([])
  hear('click')
  expect(happened).toEqual(['the date is wrong'])
})

test('a press of which no click comes keeps nothing back: it ended elsewhere, became a scroll, or opened a list of choices', () => {
  const { say, hear, happened } = pageInHand()
  hear('pointerdown', 'mousedown')
  say('ended elsewhere')
  hear('pointerup', 'mouseup')
  vi.advanceTimersByTime(100)
  expect(happened).toEqual(['ended elsewhere'])
  hear('pointerdown')
  say('became a scroll')
  hear('pointercancel')
  expect(happened).toEqual(['ended elsewhere', 'became a scroll'])
  hear('pointerdown', 'mousedown')
  say('opened a list')
  hear('keydown')
  expect(happened).toEqual(['ended elsewhere', 'became a scroll', 'opened a list'])
})
