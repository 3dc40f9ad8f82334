import { sign } from 'cookie-signature'
import { describe, expect, it } from 'vitest'
import { ABSOLUTE_MS, createSessionReader, memberOf, sessionCookieName } from './session.ts'

const local = 'http://localhost:3000'
const secret = 'a secret of at least thirty-two characters'
const signed = encodeURIComponent(`s:${sign('session-1', secret)}`)

describe('the session cookie', () => {
  it('is tied to the host and secure, unless browsers know us on plain http', () => {
    expect(sessionCookieName(local)).toBe('forecourt.sid')
    expect(sessionCookieName('https://forecourt.example')).toBe('__Host-forecourt.sid')
  })

  const read = createSessionReader(local, secret)
  // The second time from memory, if there is anything to remember.
  const twice = (header: string | undefined) => [read(header), read(header)]

  it('gives the session id when its signature is ours, each time', () => {
    expect(twice(`seen=5; forecourt.sid=${signed}; other=1`)).toEqual(['session-1', 'session-1'])
  })

  it.each([
    undefined,
    '',
    'forecourt.sid=',
    'forecourt.sid=session-1',
    'forecourt.sid=s%3Asession-1.forged',
    `forecourt.sid=${encodeURIComponent(`s:session-2.${sign('session-1', secret).split('.')[1]}`)}`,
    'forecourt.sid=%E0%A4%A',
  ])('%j gives none', (header) => {
    read(`forecourt.sid=${signed}`)
    expect(twice(header)).toEqual([undefined, undefined])
  })

  it('of another secret gives none', () => {
    expect(createSessionReader(local, 'another secret')(`forecourt.sid=${signed}`)).toBeUndefined()
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
