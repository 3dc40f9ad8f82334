import { afterEach, describe, expect, it, vi } from 'vitest'
import { bind, type SentBy } from '../../offline/outbox/action.ts'
import { fiesta } from '../fleet/testing/fiesta.ts'
import { cancelWork, changeWork, noteDueDates } from './actions.ts'

const vehicle = { carId: 'fiesta', carName: 'Ford Fiesta' }
const seen = { from: '2026-12-03', to: '2026-12-05', kind: 'mot', note: null } as const
const from = { mot: null, service: null, insurance: '2027-01-31', tax: null }

/** What is sent when the network is there again. */
async function sent(send: (by: SentBy) => Promise<unknown>): Promise<unknown> {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { readonly body: string }) => {
    bodies.push(JSON.parse(body))
    return new Response('{}', { status: 409, headers: { 'content-type': 'application/problem+json' } })
  })
  await send({ key: 'key', member: 'ada', signal: new AbortController().signal }).catch(() => undefined)
  return bodies.at(0)
}
afterEach(() => vi.unstubAllGlobals())

describe('what waits for the network', () => {
  it('says of a block what was seen, so that a colleague’s days are not overwritten', async () => {
    const change = { id: 'works', ...vehicle, ...seen, note: 'Bay 2' }
    expect(await sent(bind(changeWork, { ...change, seen }).send)).toEqual({ ...seen, note: 'Bay 2', seen })
    // Queued by a version of the app that did not say it.
    expect(await sent(bind(changeWork, change).send)).toEqual({ ...seen, note: 'Bay 2' })
  })

  it('says of a block that was cancelled what was seen, so that one that a colleague has extended stands', async () => {
    const { note: _note, ...days } = seen
    const cancelling = { id: 'works', ...vehicle }
    expect(await sent(bind(cancelWork, { ...cancelling, seen: days }).send)).toEqual({ seen: days })
    // Queued by a version of the app that did not say it.
    expect(await sent(bind(cancelWork, cancelling).send)).toEqual({})
  })

  it('says of due dates what was seen', async () => {
    const dueDates = { ...from, mot: '2027-03-31' }
    expect(await sent(bind(noteDueDates, { ...vehicle, dueDates, from }).send)).toEqual({ ...dueDates, from })
    expect(await sent(bind(noteDueDates, { ...vehicle, dueDates }).send)).toEqual(dueDates)
  })
})

describe('a cancellation that was refused because of others', () => {
  const { note: _note, ...days } = seen
  const isOvertaken = (change: object, begunOn?: typeof days) =>
    bind(cancelWork, { id: 'works', ...vehicle, seen: begunOn }).isOvertaken(() => [
      { id: 'works', ...seen, ...change },
    ])

  it('is not sent again while the block has other days, or is something else: it would be refused again', () => {
    expect(isOvertaken({ to: '2026-12-09' }, days)).toBe(true)
    expect(isOvertaken({ kind: 'repair' }, days)).toBe(true)
  })
  it('can be sent again when the block is as it was seen, whatever its note says, or nothing is compared', () => {
    expect(isOvertaken({ note: 'Bay 2' }, days)).toBe(false)
    expect(isOvertaken({ to: '2026-12-09' })).toBe(false)
  })
})

describe('due dates that were refused because of others', () => {
  const dueDates = { ...from, mot: '2027-03-31' }
  const isOvertaken = (mot: string | null, begunOn?: typeof from) =>
    bind(noteDueDates, { ...vehicle, dueDates, from: begunOn }).isOvertaken(() => [
      { ...fiesta, dueDates: { ...from, mot } },
    ])

  it('are not sent again while the others are there, which would refuse them again; the form shows both', () =>
    expect(isOvertaken('2027-02-28', from)).toBe(true))
  it('can be sent again when the others are gone, or say the same', () => {
    expect(isOvertaken(null, from)).toBe(false)
    expect(isOvertaken('2027-03-31', from)).toBe(false)
  })
  it('can be sent again when nothing is compared', () => expect(isOvertaken('2027-02-28')).toBe(false))
})
