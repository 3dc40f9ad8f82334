import { describe, expect, it } from 'vitest'
import { eventAt, MadeLog } from '../seals/testing/made-log.ts'
import { instantFrom, positionAt } from './instant.ts'

const now = new Date('2026-12-01T00:00:00Z')
const london = (text: string) => instantFrom(text, 'Europe/London', now).toISOString()

describe('an instant as operators write it', () => {
  it.each([
    ['2026-03-03T10:00Z', '2026-03-03T10:00:00.000Z'],
    ['2026-03-03T10:00:30.5+01:00', '2026-03-03T09:00:30.500Z'],
    ['2026-03-03 10:00', '2026-03-03T10:00:00.000Z'],
    ['2026-07-03 10:00', '2026-07-03T09:00:00.000Z'],
    // The clocks go forward at 01:00 and back at 02:00; of the two 01:30s it is the first.
    ['2026-03-29 00:59', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29 02:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25 01:30', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25 02:00', '2026-10-25T02:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(london(text)).toBe(instant)
  })

  it('is by the clocks of the business where it has no zone', () => {
    expect(instantFrom('2026-03-03 10:00', 'Pacific/Kiritimati', now).toISOString()).toBe('2026-03-02T20:00:00.000Z')
    expect(instantFrom('2026-03-03 10:00', 'America/Los_Angeles', now).toISOString()).toBe('2026-03-03T18:00:00.000Z')
  })

  it.each([
    '2026-03-29 01:30',
    '2026-13-01 10:00',
    '2026-02-29T10:00Z',
    '2026-03-03',
    'noon',
    '2027-01-01 00:00',
    '2026-03-03 25:00',
  ])('%s is none, or has not come yet', (text) => {
    expect(() => london(text)).toThrow(/there is no|is no instant|has not come yet/)
  })
})

const at = (time: string) => new Date(`2026-11-30T${time}Z`)

describe('how far the log had come', () => {
  const progress = { signal: new AbortController().signal, report: () => {}, busy: () => {} }
  /** Of a log whose events were recorded at these times, in this order. */
  const reached = async (times: readonly string[], time: string, present = now) => {
    const made = new MadeLog(0)
    for (const [index, each] of times.entries()) made.events.push({ ...eventAt(index + 1), recordedAt: at(each) })
    return await positionAt(made.log, at(time), present, progress)
  }

  it('is to the last event of by then', async () => {
    expect(await reached(['10:00', '10:01', '10:30', '10:31'], '10:30')).toEqual({ position: 3n, ahead: 0 })
    await expect(reached(['10:00'], '09:59')).rejects.toThrow('nothing was in the log')
  })

  it('is what it was though the clock once ran ahead: what was written then stands before later events that were there', async () => {
    const times = ['09:59', '11:00', '11:01', '10:01', '10:29', '10:31', '10:50', '11:30']
    expect(await reached(times, '10:30')).toEqual({ position: 5n, ahead: 2 })
    expect(await reached(times, '10:50')).toEqual({ position: 7n, ahead: 2 })
    expect(await reached(times, '11:00:30')).toEqual({ position: 7n, ahead: 0 })
    expect(await reached(times, '10:00')).toEqual({ position: 1n, ahead: 0 })
  })

  it('is no further for clocks that took turns and differ a little, and nothing is said of them', async () => {
    expect(await reached(['10:00', '10:00:40', '10:00:20', '10:05'], '10:00:30')).toEqual({ position: 3n, ahead: 0 })
  })

  it('is to its end now, also when its last event is of a later time', async () => {
    expect(await reached(['10:00', '11:00'], '10:30', at('10:30'))).toEqual({ position: 2n, ahead: 0 })
  })
})
