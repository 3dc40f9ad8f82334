import { sign } from 'cookie-signature'
import { describe, expect, it } from 'vitest'
import { ABSOLUTE_MS, memberOf, readSessionId, sessionCookieName } from './session.ts'

const local = 'http://localhost:3000'
const secret = 'a secret of at least thirty-two characters'
const signed = encodeURIComponent(`s:${sign('session-1', secret)}`)

describe('the session cookie', () => {
  it('is tied to the host and secure, unless browsers know us on plain http', () => {
    expect(sessionCookieName(local)).toBe('forecourt.sid')
    expect(sessionCookieName('https://forecourt.example')).toBe('__Host-forecourt.sid')
  })

  it('gives the session id when its signature is ours', () => {
    expect(readSessionId(`seen=5; forecourt.sid=${signed}; other=1`, local, secret)).toBe('session-1')
  })

  it.each([
    undefined,
    '',
    'forecourt.sid=',
    'forecourt.sid=session-1',
    'forecourt.sid=s%3Asession-1.forged',
    'forecourt.sid=%E0%A4%A',
  ])('%j gives none', (header) => {
    expect(readSessionId(header, local, secret)).toBeUndefined()
  })

  it('of another secret gives none', () => {
    expect(readSessionId(`forecourt.sid=${signed}`, local, 'another secret')).toBeUndefined()
  })
})

describe('the member of a session', () => {
  const signedInAt = '2026-11-21T09:00:00.000Z'
  const id = '6f1c9b9e-7a39-4a59-8f0e-111111111111'
  const member = { userId: id, businessId: id, signedInAt }
  const at = (ms: number) => new Date(Date.parse(signedInAt) + ms)

  it('is who signed in, until 12 hours later', () => {
    expect(memberOf(member, at(ABSOLUTE_MS - 1))).toEqual(member)
    expect(memberOf(member, at(ABSOLUTE_MS))).toBeUndefined()
  })

  it.each([undefined, null, {}, 'x', { ...member, userId: 'x' }, { ...member, signedInAt: 'yesterday' }])(
    'is nobody for %j',
    (stored) => {
      expect(memberOf(stored, new Date(signedInAt))).toBeUndefined()
    },
  )
})
