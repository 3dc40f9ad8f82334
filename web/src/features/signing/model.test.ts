import { expect, it } from 'vitest'
import { type Signing, signatureOf } from './model.ts'

const SHA = 'a'.repeat(64)
const AT = '2026-11-21T10:00:00.000Z'
const drawn: Signing = {
  way: 'drawn',
  name: 'Ada Byron',
  strokes: [
    [
      [10, 200],
      [600, 220],
    ],
  ],
  hasAgreed: true,
}

it('what was drawn is sent with the name, the document that was shown, and the time', () =>
  expect(signatureOf(drawn, SHA, AT)).toEqual({
    signature: { sha256: SHA, name: 'Ada Byron', strokes: drawn.strokes, consent: true, signedAt: AT },
  }))

it('a typed name is the signature: what was drawn before is not sent', () =>
  expect(signatureOf({ ...drawn, way: 'typed' }, SHA, AT)).toMatchObject({ signature: { strokes: null } }))

it('everything that is missing is said at once, each beside its field', () =>
  expect(signatureOf({ way: 'drawn', name: ' ', strokes: [], hasAgreed: false }, SHA, AT)).toEqual({
    complaints: {
      name: 'Please give the name of the person who signs',
      signature: 'Please sign in the field',
      consent: 'Please agree to the rental agreement',
    },
  }))

it('a dot is no signature', () =>
  expect(signatureOf({ ...drawn, strokes: [[[10, 10]]] }, SHA, AT)).toEqual({
    complaints: { signature: 'Please sign in the field' },
  }))

it('nobody signs without agreeing', () =>
  expect(signatureOf({ ...drawn, hasAgreed: false }, SHA, AT)).toEqual({
    complaints: { consent: 'Please agree to the rental agreement' },
  }))
