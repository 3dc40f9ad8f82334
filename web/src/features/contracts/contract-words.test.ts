import type { BookingContract } from '@forecourt/contracts/contract.ts'
import { describe, expect, it } from 'vitest'
import { standingOf, versionName, waysOf } from './contract-words.ts'

const none: BookingContract = {
  state: 'none',
  beingMade: false,
  sha256: null,
  signedBy: null,
  signedAt: null,
  versions: [],
}
const ready: BookingContract = { ...none, state: 'unsigned', sha256: 'a'.repeat(64) }
const signed: BookingContract = { ...ready, state: 'signed', signedBy: 'renter', signedAt: '2026-07-01T09:02:00.000Z' }
const say = (contract: BookingContract, status: 'pending' | 'approved' | 'rejected' = 'approved') => {
  const { title, more } = standingOf({ status, contract }, 'Europe/London')
  return more === undefined ? title : `${title}. ${more}`
}

describe('where a contract stands, in words', () => {
  it.each([
    [say(none, 'pending'), 'None yet. It is made when the booking is approved.'],
    [say({ ...none, beingMade: true }), 'Being made. It is here in a few seconds.'],
    [say(none), 'None'],
    [say(none, 'rejected'), 'None'],
    [say(ready), 'To be signed. By the renter on their own page, or here.'],
    [say({ ...ready, beingMade: true }), 'To be signed. A new version is being made; it is to be signed again.'],
    [say(ready, 'rejected'), 'Not signed. The booking does not take place: there is nothing to sign.'],
    [say(signed), 'Signed by the renter on their own page on 1 Jul 2026, 10:02'],
    [say({ ...signed, signedBy: 'desk' }), 'Signed at the desk on 1 Jul 2026, 10:02'],
    [say({ ...none, state: 'uploaded' }), 'Signed on paper'],
  ])('%s', (said, expected) => expect(said).toBe(expected))
})

describe('what can be done with it', () => {
  it('nothing before the booking is approved, and nothing when it is off', () => {
    for (const status of ['pending', 'rejected'] as const) {
      expect(waysOf({ status, contract: ready })).toMatchObject({ sign: false, attach: false, issue: false })
    }
  })
  it('can be signed when there is one that is not, and not while another is being made', () => {
    expect(waysOf({ status: 'approved', contract: ready }).sign).toBe(true)
    expect(waysOf({ status: 'approved', contract: { ...ready, beingMade: true } }).sign).toBe(false)
    expect(waysOf({ status: 'approved', contract: none }).sign).toBe(false)
    expect(waysOf({ status: 'approved', contract: signed }).sign).toBe(false)
  })
  it('paper takes no place of one that is signed; a new one can be made at any time', () => {
    expect(waysOf({ status: 'approved', contract: signed })).toMatchObject({ attach: false, issue: true })
    expect(waysOf({ status: 'completed', contract: none })).toMatchObject({ attach: true, issue: true })
    // A wrong scan is replaced by the right one.
    const uploaded = { ...ready, state: 'uploaded' } as const
    expect(waysOf({ status: 'approved', contract: uploaded })).toMatchObject({
      attach: true,
      isAttached: true,
      sign: false,
    })
    expect(waysOf({ status: 'approved', contract: { ...none, beingMade: true } })).toMatchObject({ issue: false })
  })
})

it('a version is named by what it is and by the terms in it', () => {
  const version = {
    kind: 'issued',
    path: '/objects/contracts/x',
    sha256: null,
    at: '2026-07-01T09:02:00.000Z',
  } as const
  expect(versionName({ ...version, termsVersion: 3 })).toBe('Contract · terms version 3')
  expect(versionName({ ...version, kind: 'signed', termsVersion: null })).toBe('Signed copy')
  expect(versionName({ ...version, kind: 'uploaded', termsVersion: null })).toBe('Signed on paper')
})
