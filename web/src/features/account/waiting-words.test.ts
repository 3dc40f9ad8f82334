import { expect, test } from 'vitest'
import { waitingInWords } from './waiting-words.ts'

const una = { email: 'una@harbour.example', waiting: 0, refused: 0 }

test('what waits is sent when its member signs in', () => {
  expect(waitingInWords({ ...una, waiting: 1 })).toBe(
    '1 change is kept on this device and not sent yet. Sign in as una@harbour.example to send it.',
  )
  expect(waitingInWords({ ...una, email: null, waiting: 2 })).toBe(
    '2 changes are kept on this device and not sent yet. Sign in as the same person to send them.',
  )
})

test('what was refused was sent: it needs its member', () => {
  expect(waitingInWords({ ...una, refused: 1 })).toBe('1 change needs you: sign in as una@harbour.example.')
  expect(waitingInWords({ ...una, refused: 2 })).toBe('2 changes need you: sign in as una@harbour.example.')
})

test('beside what needs them nothing is promised of the rest, which may wait behind it', () => {
  expect(waitingInWords({ ...una, refused: 1, waiting: 1 })).toBe(
    '1 change needs you and 1 is not sent yet: sign in as una@harbour.example.',
  )
  expect(waitingInWords({ ...una, refused: 3, waiting: 2 })).toBe(
    '3 changes need you and 2 are not sent yet: sign in as una@harbour.example.',
  )
})
