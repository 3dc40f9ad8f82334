import { describe, expect, it } from 'vitest'
import { dayInWords, poundsInWords } from './in-words.ts'
import { asHtml, asText, readableOn } from './letter.ts'
import { type BookingInWords, bookingApproved, newRequest, requestReceived } from './wording.ts'

const booking: BookingInWords = {
  business: 'Harbour Hire',
  reference: 'BR-1765180800000',
  vehicle: 'Ford Fiesta',
  pickup: 'Tuesday 8 December 2026',
  dropoff: 'Thursday 10 December 2026',
  days: '2 days',
  dailyRate: '£45.50',
  total: '£91.00',
  customer: { name: 'Zoë <script>alert(1)</script> İnan 🚗', email: 'zoe@renter.example', phone: '07700900123' },
  notes: '<img src=x onerror=alert(1)>\nsecond line & more',
  dashboardUrl: 'https://forecourt.example/harbour-hire/admin',
}
const branding = { name: 'Harbour Hire', colour: '#ffd400' }

describe('a letter', () => {
  it('never takes what a customer typed for markup', () => {
    for (const letter of [requestReceived(booking), newRequest(booking), bookingApproved(booking)]) {
      const html = asHtml(letter, branding)
      expect(html).not.toContain('<script')
      expect(html).not.toContain('<img')
      expect(html).toContain('Zoë')
    }
  })

  it('says in plain text all that it says in HTML', () => {
    const text = asText(requestReceived(booking))
    for (const words of ['#BR-1765180800000', 'Ford Fiesta', 'Tuesday 8 December 2026', '£91.00', '24 hours', 'junk']) {
      expect(text).toContain(words)
      expect(asHtml(requestReceived(booking), branding)).toContain(words)
    }
  })

  it('leads staff to their dashboard', () => {
    expect(asText(newRequest(booking))).toContain('https://forecourt.example/harbour-hire/admin')
    expect(asHtml(newRequest(booking), branding)).toContain('href="https://forecourt.example/harbour-hire/admin"')
  })

  it.each([
    ['the business', 'its customer', requestReceived(booking), 'Kind regards', 'Harbour Hire'],
    ['the business', 'its customer', bookingApproved(booking), 'See you soon', 'Harbour Hire'],
    ['Forecourt', 'the business', newRequest(booking), 'Kind regards', 'Forecourt'],
  ])('from %s to %s ends with who writes it', (_from, _to, letter, closing, signature) => {
    expect(asText(letter)).toMatch(new RegExp(`\n\n${closing},\n${signature}$`))
    expect(asHtml(letter, branding)).toContain(`${closing},<br/>${signature}</p>`)
  })

  it.each([
    ['#ffd400', '#000000'],
    ['#777777', '#000000'],
    ['#0b1f4b', '#ffffff'],
    ['#0f6fde', '#ffffff'],
  ])('is readable on %s', (colour, foreground) => {
    expect(readableOn(colour)).toBe(foreground)
  })

  it('writes days and money as people in the United Kingdom do', () => {
    expect(dayInWords('2026-12-08')).toBe('Tuesday 8 December 2026')
    expect(dayInWords('2026-03-29')).toBe('Sunday 29 March 2026')
    expect(poundsInWords(104_500)).toBe('£1,045.00')
    expect(poundsInWords(0)).toBe('£0.00')
  })
})
