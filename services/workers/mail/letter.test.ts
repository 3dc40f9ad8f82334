import { readableOn } from '@forecourt/kit/readable-on.ts'
import { describe, expect, it } from 'vitest'
import { dayInWords, momentInWords, poundsInWords } from './in-words.ts'
import { AccountTemplate, BookingTemplate, FOR_BUSINESS, Template } from './mails-for.ts'
import { SAMPLE_PERSONAL, SAMPLE_TOKEN, sampleMail } from './samples.ts'

const hostile = {
  customer: {
    ...SAMPLE_PERSONAL.customer,
    name: 'Zoë <script>alert(1)</script> "İnan" 🚗 </td></table><a href="https://evil.example">',
    phone: '<b>07700900123</b>',
  },
  notes: '<img src=x onerror=alert(1)>\nTotal: £0.00\n<!--[if mso]><style>*{display:none}</style><![endif]--> & more',
}
/** The document's tags in order, without line breaks: what a text cannot change. */
const tags = (html: string) =>
  (html.match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => tag.split(/[\s>]/)[0]).filter((tag) => !tag?.startsWith('<br'))

const flat = (words: string) => words.replaceAll(/[\s,]+/g, ' ')

const toCustomers = Template.options.filter((template) => !FOR_BUSINESS.has(template))

describe('every letter', () => {
  describe.each(Template.options)('%s', (template) => {
    it('never takes what a customer typed for markup', () => {
      const { html, text } = sampleMail(template, { personal: hostile })
      expect(html).toContain('Zoë')
      expect(html).not.toMatch(/<script|<img|<b>|href="https:\/\/evil/i)
      expect(tags(html)).toEqual(tags(sampleMail(template).html))
      // In the text, no line of the notes can pass for a fact of its own.
      expect(text).not.toMatch(/^Total: +£0\.00/m)
    })

    it('says in plain text all that it says in HTML', () => {
      const { html, text } = sampleMail(template)
      const words = html
        .replace(/<head>.*<\/head>/, '')
        .replace(/<div style="display:none.*?<\/div>/, '')
        .split(/<[^>]*>/)
        .map((piece) => piece.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').trim())
        .filter((piece) => piece !== '')
      for (const piece of words) expect(flat(text)).toContain(flat(piece))
    })

    it('loads nothing from anywhere and runs nothing', () => {
      const { html } = sampleMail(template)
      expect(html).not.toMatch(
        /<(script|img|link|iframe|form|object|video|audio|base)\b|url\(|@import|@font-face| on\w+=/i,
      )
      expect(html.match(/(?:href|src)="[^"]*"/g) ?? []).toSatisfy((links: string[]) =>
        links.every((link) => link.startsWith('href="https://forecourt.example/harbour-hire/')),
      )
    })

    it('is in the name of the business, and answers to it go there', () => {
      const { replyTo, from } = sampleMail(template)
      expect(replyTo).toEqual({ name: 'Harbour Hire', address: 'hello@harbour-hire.example' })
      expect(from).toEqual({ name: 'Harbour Hire', address: 'bookings@forecourt.example' })
    })

    it('is in the colour of the business, with a foreground that can be read on it', () => {
      const { html } = sampleMail(template, { business: { primaryColor: '#ffd400' } })
      expect(html).toContain('background:#ffd400;color:#000000')
      expect(html).not.toContain('#0f6fde')
    })

    it('shows the logo of the business, which comes along with it and is named by nothing else', () => {
      const { html, attachments } = sampleMail(template, {
        logo: { png: Buffer.from('a logo'), width: 120, height: 30 },
      })
      expect(html).toMatch(/<img src="cid:logo@forecourt" width="120" height="30" alt=""/)
      expect(html.match(/\w+="cid:[^"]*"|<link/g)).toEqual(['src="cid:logo@forecourt"'])
      expect(attachments).toEqual([
        {
          filename: 'logo.png',
          contentType: 'image/png',
          content: Buffer.from('a logo'),
          cid: 'logo@forecourt',
          contentDisposition: 'inline',
        },
      ])
    })

    it('is short enough for mail programs that cut long ones (102 kB)', () => {
      const notes = '<&>"\n'.repeat(400)
      expect(Buffer.byteLength(sampleMail(template, { personal: { notes } }).html)).toBeLessThan(60_000)
    })
  })
})

describe('the letters', () => {
  it.each(BookingTemplate.options)('about a booking carry its reference: %s', (template) => {
    const { subject, text } = sampleMail(template)
    expect(subject).toContain('#BR-1765180800000')
    expect(text).toContain('#BR-1765180800000')
  })

  it.each(AccountTemplate.options)('about an account lead to where a password is chosen: %s', (template) => {
    const page = `https://forecourt.example/harbour-hire/admin/reset#${'x'.repeat(80)}`
    const { html, text, subject } = sampleMail(template)
    expect(html).toContain(`href="${page}"`)
    expect(text).toContain(`Choose a password: ${page}\n`)
    expect(text).toContain('until 10:30 on Saturday 21 November 2026')
    expect(text).toContain('ada@renter.example')
    expect(subject).not.toContain('#')
  })

  it.each([
    ['request-received', ['within 24 hours', 'junk', 'Tuesday 8 December 2026', 'Friday 11 December 2026', '£136.50']],
    ['booking-approved', ['approved', '3 days at £45.50 a day', '£136.50', 'driving licence']],
    ['booking-rejected', ['cannot offer you this vehicle', 'https://forecourt.example/harbour-hire/portal']],
    ['booking-cancelled', ['has cancelled this booking', 'no longer reserved']],
    ['booking-completed', ['Thank you for choosing Harbour Hire', '£136.50', 'Book again']],
    ['contract-signed', ['rental agreement', 'enclosed', '£136.50']],
    ['request-withdrawn', ['As you asked', 'Nothing has been booked']],
    ['request-withdrawn-notice', ['Ada Byron', 'nothing left to answer', '/harbour-hire/admin']],
    ['cancellation-asked', ['Ada Byron', '07700900123', 'asks to cancel', '/harbour-hire/admin']],
    ['cancellation-declined', ['has not agreed', 'still reserved for you', '£136.50']],
    ['booking-link', ['do not work any more', 'keep it to yourself']],
    ['contract-to-sign', ['takes the place', 'one that you have signed', '£136.50']],
    ['contract-signed-copy', ['Ada Byron', 'enclosed', '/harbour-hire/admin']],
    ['new-request', ['Ada Byron', 'ada@renter.example', '07700900123', 'child seat', '/harbour-hire/admin']],
  ] as const)('%s: %j', (template, words) => {
    for (const word of words) expect(sampleMail(template).text).toContain(word)
  })

  it.each(BookingTemplate.options)('lead the renter, and nobody else, to the page of their booking: %s', (template) => {
    const page = `https://forecourt.example/harbour-hire/booking/${SAMPLE_TOKEN}`
    const { html, text } = sampleMail(template)
    const leads = [html.includes(`href="${page}"`), text.includes(`See your booking: ${page}\n`)]
    expect(leads).toEqual(FOR_BUSINESS.has(template) ? [false, false] : [true, true])
    expect((html + text).includes(SAMPLE_TOKEN)).toBe(!FOR_BUSINESS.has(template))
  })

  it('lead staff to their dashboard', () =>
    expect(sampleMail('new-request').html).toContain('href="https://forecourt.example/harbour-hire/admin"'))

  it('ask customers to reply only when a reply reaches the business', () => {
    for (const template of toCustomers) {
      const unreachable = sampleMail(template, { business: { contactEmail: null } })
      expect(unreachable.text).not.toMatch(/reply/i)
      expect(unreachable.replyTo).toBeUndefined()
    }
    expect(sampleMail('booking-approved', { business: { contactEmail: null } }).text).toContain('call Harbour Hire on')
  })

  it('put nothing that a customer typed into a header, but for the one address', () => {
    const name = 'Bcc: evil@evil.example\r\nX-Evil: 1'
    const personal = { customer: { ...SAMPLE_PERSONAL.customer, name }, notes: name }
    for (const template of Template.options) {
      const { from, to, replyTo, subject } = sampleMail(template, { personal })
      expect(JSON.stringify({ from, to, replyTo, subject })).not.toMatch(/evil/i)
    }
  })

  it.each([
    ['#ffd400', '#000000'],
    ['#777777', '#000000'],
    ['#0b1f4b', '#ffffff'],
    ['#0f6fde', '#ffffff'],
    ['#ffffff', '#000000'],
    ['#000000', '#ffffff'],
  ])('are readable on %s', (colour, foreground) => {
    expect(readableOn(colour)).toBe(foreground)
  })

  it('write days and money as people in the United Kingdom do', () => {
    expect(dayInWords('2026-12-08')).toBe('Tuesday 8 December 2026')
    expect(momentInWords('2026-03-29T00:59:00Z', 'Europe/London')).toBe('00:59 on Sunday 29 March 2026')
    expect(momentInWords('2026-03-29T01:00:00Z', 'Europe/London')).toBe('02:00 on Sunday 29 March 2026')
    expect(momentInWords('2026-11-20T23:30:00Z', 'Europe/Paris')).toBe('00:30 on Saturday 21 November 2026')
    expect(dayInWords('2026-03-29')).toBe('Sunday 29 March 2026')
    expect(poundsInWords(104_500)).toBe('£1,045.00')
    expect(poundsInWords(0)).toBe('£0.00')
  })
})
