import { describe, expect, it } from 'vitest'
import { isTyping, shortcutOf } from './keys.ts'

const press = (key: string, held = {}) => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
  ...held,
})
const body = { tagName: 'BODY' }

describe('a shortcut', () => {
  it.each(['/', '1', 'j', '?'])('%s is meant when it is pressed alone', (key) =>
    expect(shortcutOf(press(key), body)).toBe(key),
  )
  it('does not hang on the Caps Lock', () => expect(shortcutOf(press('J'), body)).toBe('j'))
  it.each([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }])(
    'is left to the browser with %j',
    (held) => expect(shortcutOf(press('r', held), body)).toBeUndefined(),
  )
  it.each(['Enter', 'Tab', 'Escape', 'F8'])('%s keeps its own meaning', (key) =>
    expect(shortcutOf(press(key), body)).toBeUndefined(),
  )
  it.each([
    { tagName: 'INPUT', type: 'search' },
    { tagName: 'INPUT', type: 'date' },
    { tagName: 'TEXTAREA' },
    { tagName: 'SELECT' },
    { tagName: 'DIV', isContentEditable: true },
  ])('is never taken out of a field: %j', (focused) => expect(shortcutOf(press('a'), focused)).toBeUndefined())
  it.each([{ tagName: 'BUTTON' }, { tagName: 'A' }, { tagName: 'INPUT', type: 'checkbox' }])(
    'is meant where nothing is typed: %j',
    (focused) => expect(isTyping(focused)).toBe(false),
  )
})
