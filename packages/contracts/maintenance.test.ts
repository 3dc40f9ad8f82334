import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { runsOutBefore } from './due-dates.ts'
import { MaintenanceInput } from './maintenance.ts'
import { MaintenanceQuery } from './maintenance-query.ts'

const asked = { from: '2026-11-02', to: '2026-11-05', kind: 'repair' }
const noteOf = (note: unknown) => safeParse(MaintenanceInput, { ...asked, note })

describe('a note on maintenance', () => {
  it.each([
    [' Front tyres,  205/55 R16 ', 'Front tyres,  205/55 R16'],
    ['Invoice 2026-11-02, bay 2', 'Invoice 2026-11-02, bay 2'],
    ['48 312 miles', '48 312 miles'],
    ['', null],
    [null, null],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('%j is kept as %j', (note, kept) => expect(noteOf(note)).toMatchObject({ data: { note: kept } }))

  it.each([
    'Scratched by ada@example.com',
    'Call 07700 900123',
    'Call +44 (0)117 496-0000',
    'x'.repeat(201),
    'two\nlines',
    7,
  ])('%j is refused: it stays in the log for ever and is not about people', (note) =>
    expect(noteOf(note).success).toBe(false),
  )
})

describe('the days of all vehicles’ maintenance', () => {
  it.each([{}, { from: '2026-11-01' }, { from: '2026-11-01', to: '2027-11-02' }])('may be %o', (query) =>
    expect(safeParse(MaintenanceQuery, query).success).toBe(true),
  )
  it.each([
    { to: '2026-11-01' },
    { from: '2026-11-01', to: '2026-11-01' },
    { from: '2026-11-01', to: '2026-10-31' },
    { from: '2026-11-01', to: '2027-11-03' },
    { from: '0000-01-01', to: '0001-01-01' },
  ])('may not be %o', (query) => expect(safeParse(MaintenanceQuery, query).success).toBe(false))
})

describe('a hire', () => {
  const none = { mot: null, service: null, insurance: null, tax: null }
  it.each([
    [{ mot: '2026-12-10' }, []],
    [{ mot: '2026-12-09' }, ['mot']],
    [{ insurance: '2026-12-01', mot: '2026-01-01' }, ['mot', 'insurance']],
    [{ service: '2026-12-01', tax: '2026-12-01' }, []],
  ])('that ends on 10 December, with %o, outlasts %o', (dueDates, papers) =>
    expect(runsOutBefore('2026-12-10', { ...none, ...dueDates })).toEqual(papers),
  )
})
