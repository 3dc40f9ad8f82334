import type { Vehicle } from '@forecourt/contracts/fleet.ts'
import { describe, expect, it } from 'vitest'
import { ApiError, NoAnswer } from '../../lib/api.ts'
import { type Attempt, type BookingDraft, emptyDraft, stillGood } from './draft.ts'
import { fileRefusal, licenceType } from './licence-file.ts'
import {
  attemptOf,
  canBegin,
  canEnd,
  complaints,
  conflicts,
  dateRefusal,
  isBooked,
  quote,
  rangeSentence,
  requestOf,
  selectable,
  selectableAtDesk,
  toastOf,
  withPickup,
} from './model.ts'
import { refusalOf } from './refusal.ts'

const fiesta: Vehicle = {
  id: 'fiesta',
  businessId: 'harbour',
  name: 'Ford Fiesta',
  description: null,
  category: 'compact',
  capacity: 5,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate: '45.10',
  licensePlate: null,
  year: null,
  status: 'available',
  outToday: false,
  nextDays: { from: '2026-12-01', until: '2026-12-15', booked: [] },
  imageUrl: null,
  imageSrcset: null,
}
const inRepair: Vehicle = { ...fiesta, id: 'repair', status: 'maintenance' }
const onHire: Vehicle = { ...fiesta, id: 'on-hire', status: 'booked' }
const fleet = [fiesta, inRepair, onHire]
const calendar = {
  today: '2026-12-01',
  earliest: '2026-12-01',
  tooEarly: 'Please choose today or a later day',
  booked: [{ pickupDate: '2026-12-10', dropoffDate: '2026-12-13' }],
}
const ready: BookingDraft = {
  ...emptyDraft,
  carId: 'fiesta',
  pickupDate: '2026-12-08',
  dropoffDate: '2026-12-09',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  customerPhone: '07700900123',
  customerAddress: '12 Harbour Street',
  licence: { where: 'server', id: '/objects/licences/abc', fileName: 'licence.png', since: 0 },
}
const range = (pickupDate: string, dropoffDate: string) => ({ pickupDate, dropoffDate })
const found = (change: Partial<BookingDraft>) => complaints({ ...ready, ...change }, selectable(fleet), calendar)

describe('the booking form says what the specification says (section 5)', () => {
  it('has nothing to say about a form that can be sent', () => expect(found({})).toEqual({}))

  it.each([
    [{ carId: '' }, { carId: 'Please select a vehicle' }],
    [{ carId: 'repair' }, { carId: 'This vehicle can no longer be booked. Please select another one.' }],
    [{ pickupDate: '' }, { pickupDate: 'Pickup date is required' }],
    [{ dropoffDate: '' }, { dropoffDate: 'Dropoff date is required' }],
    [{ customerName: ' A ' }, { customerName: 'Name must be at least 2 characters' }],
    [{ customerEmail: 'ada@' }, { customerEmail: 'Invalid email address' }],
    [{ customerPhone: '0770 090012' }, { customerPhone: 'Phone number must contain only digits' }],
    [{ customerPhone: '077' }, { customerPhone: 'UK phone number must be exactly 11 digits' }],
    [{ customerAddress: 'Home' }, { customerAddress: 'Please provide your address' }],
    [{ pickupDate: '2026-11-30' }, { pickupDate: 'Please choose today or a later day' }],
    // A browser gives a year of which two digits were typed as `0026`.
    [{ pickupDate: '0026-12-08' }, { pickupDate: 'Please choose today or a later day' }],
    [{ dropoffDate: '0026-12-10' }, { dropoffDate: 'Please choose today or a later day' }],
    [{ dropoffDate: '2026-12-08' }, { dropoffDate: 'Drop-off date must be after pickup date.' }],
  ])('%j → %j', (change, said) => expect(found(change)).toEqual(said))

  it('only available vehicles can be chosen', () => expect(selectable(fleet)).toEqual([fiesta]))

  it('staff may also choose one that is booked', () => {
    const atDesk = fleet.map((vehicle) => ({ ...vehicle, storedStatus: vehicle.status }))
    expect(selectableAtDesk(atDesk).map(({ id }) => id)).toEqual([fiesta.id, onHire.id])
  })

  it('staff may choose one that is worked on today for other days, and none that was taken out of hire', () => {
    const today = { ...fiesta, status: 'maintenance', storedStatus: 'available' } as const
    expect(selectableAtDesk([today, { ...today, storedStatus: 'maintenance' }])).toEqual([today])
  })

  it('a vehicle that is out today can be chosen for other days', () => {
    const out: Vehicle = { ...fiesta, outToday: true }
    expect(selectable([out])).toEqual([out])
    expect(complaints(ready, [out], calendar)).toEqual({})
  })
})

describe('a booked range blocks the days from pickup through the day before dropoff; the dropoff day is free', () => {
  it.each([
    ['2026-12-09', false],
    ['2026-12-10', true],
    ['2026-12-12', true],
    ['2026-12-13', false],
  ])('%s booked: %s', (day, booked) => expect(isBooked(day, calendar.booked)).toBe(booked))

  it.each([
    ['2026-12-08', '2026-12-10', false],
    ['2026-12-08', '2026-12-11', true],
    ['2026-12-08', '2026-12-20', true],
    ['2026-12-12', '2026-12-14', true],
    ['2026-12-13', '2026-12-14', false],
  ])('%s to %s conflicts: %s', (pickup, dropoff, conflict) => {
    expect(conflicts(pickup, dropoff, calendar.booked)).toBe(conflict)
  })

  it('choosing a booked day is refused with Date Unavailable', () => {
    const days = { pickupDate: '2026-12-11', dropoffDate: '' }
    expect(dateRefusal('pickupDate', days, calendar)?.title).toBe('Date Unavailable')
    expect(dateRefusal('dropoffDate', { pickupDate: '', dropoffDate: '2026-12-11' }, calendar)?.title).toBe(
      'Date Unavailable',
    )
  })

  it('a dropoff on or before the pickup is refused with Invalid Date', () => {
    expect(dateRefusal('dropoffDate', { pickupDate: '2026-12-08', dropoffDate: '2026-12-08' }, calendar)).toEqual({
      title: 'Invalid Date',
      description: 'Drop-off date must be after pickup date.',
    })
  })

  it.each([
    ['2026-12-20', ''],
    ['2026-12-09', ''],
    ['2026-12-07', '2026-12-09'],
    ['', '2026-12-09'],
    ['0202-12-20', '2026-12-09'],
  ])('another pickup, %s, is never refused for the old drop-off, which becomes "%s"', (pickupDate, dropoffDate) => {
    const days = withPickup(pickupDate, '2026-12-09')
    expect(days).toEqual({ pickupDate, dropoffDate })
    expect(dateRefusal('pickupDate', days, calendar)).toBeUndefined()
  })

  it('days the wrong way round are refused at the drop-off alone', () => {
    expect(found(range('2026-12-20', '2026-12-18'))).toEqual({
      dropoffDate: 'Drop-off date must be after pickup date.',
    })
  })

  it('a pickup more than ten years ahead, and a hire of more than 365 days, are refused as by the server', () => {
    expect(found(range('9999-03-01', '9999-03-03'))).toEqual({
      pickupDate: 'The pickup date cannot be after Mon 1 Dec 2036.',
    })
    expect(found(range('2036-12-01', '2037-12-01'))).toEqual({})
    expect(found(range('2036-12-01', '2037-12-02'))).toEqual({ dropoffDate: 'A booking is at most 365 days long.' })
    expect(found(range('2026-12-20', '9999-12-20'))).toEqual({ dropoffDate: 'A booking is at most 365 days long.' })
  })

  it('a date that is still being typed is left alone', () => {
    expect(dateRefusal('pickupDate', { pickupDate: '0202-12-08', dropoffDate: '' }, calendar)).toBeUndefined()
  })

  it('submitting a range round a booking is refused with Dates Unavailable', () => {
    expect(toastOf(found({ dropoffDate: '2026-12-20' }))).toEqual({
      title: 'Dates Unavailable',
      description: 'The selected dates conflict with an existing approved booking. Please choose different dates.',
    })
  })
})

describe('price and days (section 9)', () => {
  it('is days × the daily rate, in whole pence', () => {
    expect(quote({ ...ready, pickupDate: '2026-12-05', dropoffDate: '2026-12-08' }, fiesta, calendar)).toEqual({
      days: 3,
      total: '135.30',
    })
  })

  it('counts civil days over the end of summer time', () => {
    const autumn = { ...ready, pickupDate: '2026-10-23', dropoffDate: '2026-10-28' }
    const then = { ...calendar, today: '2026-10-01', earliest: '2026-10-01' }
    expect(quote(autumn, fiesta, then)?.days).toBe(5)
  })

  it.each([
    [{}, '8 to 9 December 2026, 1 day, £45.10'],
    [{ pickupDate: '2026-12-30', dropoffDate: '2027-01-01' }, '30 December 2026 to 1 January 2027, 2 days, £90.20'],
    [{ pickupDate: '2027-01-31', dropoffDate: '2027-02-01' }, '31 January to 1 February 2027, 1 day, £45.10'],
    [{ dropoffDate: '' }, 'Pickup on 8 December 2026. Now choose the drop-off day.'],
    [
      { pickupDate: '2026-12-09', dropoffDate: '' },
      'No drop-off day is free after 9 December 2026. Please choose another pickup day.',
    ],
  ])('says in a sentence what is chosen: %j', (change, sentence) => {
    expect(rangeSentence({ ...ready, ...change }, fiesta, calendar)).toBe(sentence)
  })

  it.each([
    ['are over', { pickupDate: '2020-01-01', dropoffDate: '2020-01-02' }],
    ['are too many', { pickupDate: '2027-05-10', dropoffDate: '2029-05-09' }],
    ['are booked', { dropoffDate: '2026-12-11' }],
    ['are too far ahead', { pickupDate: '2039-05-10', dropoffDate: '2039-05-12' }],
  ])('names no price for days that %s', (_what, days) => {
    expect(quote({ ...ready, ...days }, fiesta, calendar)).toBeUndefined()
    expect(rangeSentence({ ...ready, ...days }, fiesta, calendar)).toBe('Choose the pickup and the drop-off day.')
  })

  it('begins on no day that has a booking after it: there would be no day to bring the vehicle back', () => {
    const booked = [
      { pickupDate: '2026-11-28', dropoffDate: '2026-11-30' },
      { pickupDate: '2026-12-01', dropoffDate: '2026-12-05' },
    ]
    const days = ['2026-11-26', '2026-11-27', '2026-11-29', '2026-11-30', '2026-12-04', '2026-12-05']
    expect(days.filter((day) => canBegin(day, booked))).toEqual(['2026-11-26', '2026-12-05'])
  })

  it.each([
    ['2026-12-08', '2026-12-09', true],
    ['2026-12-08', '2026-12-08', false],
    ['2026-12-08', '2026-12-07', false],
    ['2026-12-08', '2026-12-10', false],
    ['2026-12-08', '2026-12-14', false],
    ['2026-12-13', '2026-12-14', true],
  ])('from %s can end on %s: %s', (pickup, day, can) => {
    expect(canEnd(pickup, day, calendar.booked)).toBe(can)
  })
})

const under = ({ key, body }: Attempt) => ({ key, body })

describe('a submission', () => {
  let made = 0
  const at = (now: number) => ({ now, newKey: () => `key-${++made}` })

  it('sent again unchanged keeps its reference and its key', () => {
    const first = attemptOf(ready, '45.10', at(1_765_180_800_000))
    expect(first.reference).toBe('BR-1765180800000')
    expect(attemptOf({ ...ready, attempt: first }, '45.10', at(1_765_180_900_000))).toEqual(first)
  })

  it.each([
    ['changed', { notes: 'Child seat' }, '45.10'],
    ['at another price', {}, '50.00'],
  ])('%s gets a new key and keeps its reference', (_, change, total) => {
    const first = attemptOf(ready, '45.10', at(1_765_180_800_000))
    const second = attemptOf({ ...ready, ...change, attempt: first }, total, at(1_765_180_900_000))
    expect(second.key).not.toBe(first.key)
    expect(second.reference).toBe(first.reference)
  })

  it('changed while nobody knows whether it arrived keeps its key, and what was sent under it', () => {
    const first = { ...attemptOf(ready, '45.10', at(1_765_180_800_000)), inDoubt: true }
    const second = attemptOf({ ...ready, customerPhone: '07700900999', attempt: first }, '45.10', at(1_765_180_900_000))
    expect(second).toMatchObject({
      key: first.key,
      reference: first.reference,
      before: [{ key: first.key, body: first.body }],
    })
    const third = attemptOf({ ...ready, notes: 'Late', attempt: { ...second, inDoubt: true } }, '45.10', at(1))
    expect(third).toMatchObject({ key: first.key, before: [under(first), under(second)] })
    const other = attemptOf({ ...ready, carId: onHire.id, attempt: first }, '45.10', at(1))
    expect(other.key).not.toBe(first.key)
    expect(other.before).toEqual([under(first)])
    const back = attemptOf({ ...ready, attempt: { ...other, inDoubt: true } }, '45.10', at(1))
    expect(back).toMatchObject({ key: first.key, before: [under(first), under(other)] })
  })

  it('names no licence that is still on this device', () => {
    const waiting: BookingDraft = {
      ...ready,
      licence: { where: 'device', id: 'one', fileName: 'licence.png', since: 0 },
    }
    const { body } = attemptOf(waiting, '45.10', at(1_765_180_800_000))
    expect(JSON.parse(body)).not.toHaveProperty('licenseImageUrl')
    expect(body).not.toContain('licence.png')
  })

  it('is what the contract takes', () => {
    expect(requestOf(attemptOf(ready, '45.10', at(1_765_180_800_000)))).toEqual({
      carId: 'fiesta',
      pickupDate: '2026-12-08',
      dropoffDate: '2026-12-09',
      customerName: 'Ada Byron',
      customerEmail: 'ada@example.com',
      customerPhone: '07700900123',
      customerAddress: '12 Harbour Street',
      notes: null,
      licenseImageUrl: '/objects/licences/abc',
      totalAmount: '45.10',
      reference: 'BR-1765180800000',
    })
  })
})

/** What the form makes of a problem that the server answers. */
const answered = (status: number, body: Record<string, unknown>) => {
  const said = { type: 'about:blank', title: 'x', status, detail: body.message, ...body }
  return refusalOf(new ApiError(status, JSON.stringify(said), ''))
}

describe('a submission that was not accepted leaves a way out', () => {
  it('taken days: the toast of the specification, the days asked for again', () => {
    const refusal = answered(409, { code: 'dates-unavailable', message: 'Taken.' })
    expect(refusal.toast?.title).toBe('Dates Unavailable')
    expect(refusal).toMatchObject({
      message: 'Taken.',
      outdated: 'booked-dates',
      fields: { pickupDate: expect.any(String) },
    })
  })

  it('a changed price: the right figure, to be agreed to, and no other words', () => {
    const refusal = answered(409, { code: 'price-changed', message: 'The total is now £50.00.', totalAmount: '50.00' })
    expect(refusal).toMatchObject({ totalNow: '50.00', outdated: 'fleet', canHelpAgain: false })
    expect(refusal.message).toBeUndefined()
    expect(refusal.toast, 'nothing failed, and "try again" would contradict the question').toBeUndefined()
  })

  it.each([500, 502, 503, 429, 408])('%i: the same request may be sent again', (status) =>
    expect(refusalOf(new ApiError(status, '', 'No')).canHelpAgain).toBe(true),
  )
  it('no answer: the same request may be sent again', () =>
    expect(refusalOf(new NoAnswer(undefined)).canHelpAgain).toBe(true))
  it.each([400, 404, 409, 413, 422])('%i: sending the same again does not help, and nobody says so', (status) =>
    expect(answered(status, { code: 'malformed', message: 'No' }).canHelpAgain).toBe(false),
  )
  it.each([400, 403, 404])('%i that the service has not said: the same request may be sent again', (status) =>
    expect(refusalOf(new ApiError(status, '<h1>Sign in to the Wi-Fi</h1>', '')).canHelpAgain).toBe(true),
  )

  it('a licence that the server does not know: it is asked for again', () => {
    const errors = [{ path: 'licenseImageUrl', message: 'Please upload.' }]
    expect(answered(422, { code: 'licence-unknown', message: 'No.', errors }).licenceLost).toBe(true)
  })

  it('a field that the server refuses: its sentence at the field', () => {
    const errors = [{ path: 'customerEmail', message: 'Invalid email address' }]
    expect(answered(422, { code: 'invalid', message: 'No.', errors }).fields).toEqual({
      customerEmail: 'Invalid email address',
    })
  })

  it('HTML in place of an answer: Booking Failed', () => {
    expect(refusalOf(new ApiError(502, '<h1>Bad gateway</h1>', 'Bad gateway')).toast).toEqual({
      title: 'Booking Failed',
      description: 'There was an error submitting your booking. Please try again.',
    })
  })
})

describe('a licence is one PNG, JPG or PDF of at most 5 MB (section 5)', () => {
  it.each([
    [{ name: 'a.png', type: 'image/png', size: 5_242_880 }, { contentType: 'image/png' }],
    [{ name: 'A.JPG', type: '', size: 1 }, { contentType: 'image/jpeg' }],
    [{ name: 'scan.pdf', type: 'application/octet-stream', size: 1 }, { contentType: 'application/pdf' }],
    [{ name: 'image:1234', type: 'image/jpg', size: 1 }, { contentType: 'image/jpeg' }],
    [{ name: 'a.pdf', type: 'text/html', size: 1 }, { refused: 'Please choose a PNG, JPG or PDF file' }],
    [{ name: 'a.pdf', type: 'application/pdf', size: 1 }, { contentType: 'application/pdf' }],
    [
      { name: 'a.png', type: 'image/png', size: 5_242_881 },
      { refused: 'The file is larger than 5 MB. Please choose a smaller one.' },
    ],
    [{ name: 'a.heic', type: 'image/heic', size: 1 }, { refused: 'Please choose a PNG, JPG or PDF file' }],
    [{ name: 'a.png', type: 'image/png', size: 0 }, { refused: 'The file is empty. Please choose another one.' }],
  ])('%j → %j', (file, verdict) => expect(licenceType(file)).toEqual(verdict))
})

describe('a licence that the server does not take', () => {
  it.each([
    [415, 'The file is not a PNG, JPG or PDF. Please choose another one.'],
    [413, 'The file is larger than 5 MB. Please choose a smaller one.'],
    [500, undefined],
  ])('%i: %s', (status, sentence) => expect(fileRefusal(new ApiError(status, '', 'No'))).toBe(sentence))
})

describe('a kept draft', () => {
  const hour = 3_600_000

  it('comes back whole', () => expect(stillGood({ savedAt: 0, draft: ready }, hour)).toEqual(ready))
  it('is forgotten after seven days', () =>
    expect(stillGood({ savedAt: 0, draft: ready }, 169 * hour)).toEqual(emptyDraft))
  it('loses the licence before the server deletes the file after 24 hours', () => {
    expect(stillGood({ savedAt: 0, draft: ready }, 23 * hour).licence).toBeNull()
  })
  it('keeps a licence that waits on this device, for as long', () => {
    const licence = { where: 'device', id: 'one', fileName: 'licence.png', since: 0 } as const
    expect(stillGood({ savedAt: 0, draft: { ...ready, licence } }, 22 * hour).licence).toEqual(licence)
    expect(stillGood({ savedAt: 0, draft: { ...ready, licence } }, 23 * hour).licence).toBeNull()
  })
  it.each([undefined, null, 'x', { savedAt: 0 }, { savedAt: 0, draft: { ...ready, notes: 1 } }])(
    'of another shape is no draft: %j',
    (kept) => expect(stillGood(kept, 0)).toEqual(emptyDraft),
  )
})
