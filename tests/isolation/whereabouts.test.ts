import { describe, expect, it } from 'vitest'
import { sightings, sightingsIn } from './support/whereabouts.ts'

/** A checker is trusted only after it caught what is planted (SECURITY, "Faults"). */
const canary = 'canary-7f3a@renters.example'

describe('a canary is found', () => {
  it.each([
    ['as it is', `{"to":"${canary}"}`],
    ['in capitals', canary.toUpperCase()],
    ['in an address', `/api/admin/bookings?q=${encodeURIComponent(canary)}`],
    ['as bytes of a dump', `\\x00ff${Buffer.from(canary).toString('hex')}00`],
    ['in base64', Buffer.from(canary).toString('base64')],
    ['in base64 after one byte', Buffer.from(`x${canary} and more`).toString('base64')],
    ['in base64 after two bytes', Buffer.from(`xy${canary} and more`).toString('base64')],
  ])('%s', (_how, content) => {
    expect(sightings([canary], 'here', content)).toEqual([{ text: canary, place: 'here' }])
  })

  it('in the table in which it is', () => {
    const tables = [
      { table: 'log.events', rows: '{"sealed":"AAAA"}' },
      { table: 'bull.jobs', rows: canary },
    ]
    expect(sightingsIn([canary, 'another'], tables)).toEqual([{ text: canary, place: 'bull.jobs' }])
  })

  it('nowhere when it is nowhere', () => {
    expect(sightings([canary], 'here', 'canary-7f3b@renters.example')).toEqual([])
  })
})
