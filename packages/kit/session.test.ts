import { sign } from 'cookie-signature'
import { describe, expect, it } from 'vitest'
import { ABSOLUTE_MS, createSessionReader, memberOf, readSessionId, sessionCookieName } from './session.ts'

const local = 'http://localhost:3000'
const secret = 'a secret of at least thirty-two characters'
const signed = encodeURIComponent(`s:${sign('session-1', secret)}`)

describe('the session cookie', () => {
  it('is tied to the host and secure, unless browsers know us on plain http', () => {
    expect(sessionCookieName(local)).toBe('forecourt.sid')
    expect(sessionCookieName('https://forecourt.example')).toBe('__Host-forecourt.sid')
  })

  // Once, and again and again by somebody who remembers.
  describe.each([
    ['read', readSessionId],
    ['read by somebody who remembers', remembering],
  ] as const)('%s', (_how, read) => {
    it('gives the session id when its signature is ours', () => {
      expect(read(`seen=5; forecourt.sid=${signed}; other=1`, local, secret)).toBe('session-1')
    })

    it.each([
      undefined,
      '',
      'forecourt.sid=',
      'forecourt.sid=session-1',
      'forecourt.sid=s%3Asession-1.forged',
      'forecourt.sid=%E0%A4%A',
    ])('%j gives none', (header) => {
      expect(read(header, local, secret)).toBeUndefined()
    })

    it('of another secret gives none', () => {
      expect(read(`forecourt.sid=${signed}`, local, 'another secret')).toBeUndefined()
    })
  })

  it('that was found to be ours is known again, and no other passes for it', () => {
    const read = createSessionReader(local, secret)
    const other = encodeURIComponent(`s:${sign('session-2', secret)}`)
    const forged = encodeURIComponent(`s:session-2.${sign('session-1', secret).split('.')[1]}`)
    for (let time = 0; time < 2; time += 1) {
      expect(read(`forecourt.sid=${signed}`)).toBe('session-1')
      expect(read(`forecourt.sid=${other}`)).toBe('session-2')
      expect(read(`forecourt.sid=${forged}`)).toBeUndefined()
    }
  })
})

/** Asks twice: the second answer is the one from memory. */
function remembering(...[header, url, key]: Parameters<typeof readSessionId>): string | undefined {
  const read = createSessionReader(url, key)
  read(header)
  return read(header)
}

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
