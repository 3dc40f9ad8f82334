import { Instant } from '@forecourt/domain/instant.ts'
import { Pence } from '@forecourt/domain/money.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { SAMPLE_BOOKING, SAMPLE_BUSINESS, SAMPLE_PERSONAL } from '../../mail/samples.ts'
import { contractOf } from '../document.ts'
import { sha256Of, writeContract } from './write-contract.ts'

type Facts = Parameters<typeof contractOf>[0]

const VEHICLE: Facts['vehicle'] = {
  name: 'Ford Fiesta',
  description: null,
  category: 'compact',
  capacity: 5,
  transmission: 'manual',
  fuelType: 'petrol',
  dailyRate: Pence.parse(4550),
  licensePlate: 'AB12 CDE',
  year: 2023,
  imagePath: null,
}

function documentOf({
  business = {},
  customer = {},
  booking = {},
  vehicle = {},
}: {
  readonly business?: Partial<Facts['business']>
  readonly customer?: Partial<Facts['customer']>
  readonly booking?: Partial<Facts['booking']>
  readonly vehicle?: Partial<Facts['vehicle']>
} = {}) {
  return contractOf({
    business: { ...SAMPLE_BUSINESS, ...business },
    customer: { ...SAMPLE_PERSONAL.customer, ...customer },
    booking: { ...SAMPLE_BOOKING, ...booking },
    vehicle: { ...VEHICLE, ...vehicle },
    at: Instant.parse('2026-11-21T10:00:00.000Z'),
  })
}

const LONGEST_TERMS = Array.from({ length: 120 }, (_, n) => `${n + 1}. ${'The hirer drives with care. '.repeat(5)}`)
  .join('\n')
  .slice(0, 18_000)

async function read(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  return { pages: pdf.numPages, text: text.replaceAll(/\s+/g, ' '), pdf }
}

/** Where words stand: those of the text, wherever it is in the document, from left to right. */
async function placesOf(bytes: Buffer, text: string) {
  const { pdf } = await read(bytes)
  const words = text.split(' ')
  const lines: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    const pieces = items.flatMap((item) =>
      'str' in item && words.includes(item.str.trim())
        ? [{ word: item.str.trim(), x: Number(item.transform[4]), y: Number(item.transform[5]) }]
        : [],
    )
    for (const line of Map.groupBy(pieces, ({ y }) => y).values()) {
      const fromLeft = line.toSorted((one, other) => one.x - other.x)
      lines.push(fromLeft.map(({ word }) => word).join(' '))
    }
  }
  return lines
}

describe('a contract as a PDF', () => {
  it('is the same to the byte for the same facts, and another one for others', async () => {
    const [once, again] = [await writeContract(documentOf()), await writeContract(documentOf())]
    expect(sha256Of(again)).toBe(sha256Of(once))
    expect(sha256Of(await writeContract(documentOf({ customer: { name: 'Adb Byron' } })))).not.toBe(sha256Of(once))
  })

  it('is the same to the byte whatever was written before it: fonts that are kept learn nothing that shows', async () => {
    const once = await writeContract(documentOf())
    for (const name of ['Łukasz Żółć', 'ffi fl AV To', 'Ελένη', 'نور']) {
      await writeContract(documentOf({ customer: { name }, business: { name } }))
    }
    expect(sha256Of(await writeContract(documentOf()))).toBe(sha256Of(once))
  })

  it('embeds each of its two fonts once, and no other', async () => {
    const text = (await writeContract(documentOf())).toString('latin1')
    const embedded = [...text.matchAll(/\/FontName \/[A-Z]{6}\+(\S+)/g)].map(([, name]) => name)
    expect(embedded).toHaveLength(2)
    expect(new Set(embedded)).toEqual(new Set(['NotoSans-Bold', 'NotoSans-Regular']))
    expect(text).not.toContain('Helvetica')
  })

  it('names parties, vehicle, days in words, price lines, reference and terms', async () => {
    const { text, pages } = await read(await writeContract(documentOf()))
    for (const words of [
      'Harbour Hire',
      '12 Quay Street, Bristol BS1 4XX',
      'hello@harbour-hire.example',
      'Ada Byron',
      '07700900123',
      'Ford Fiesta',
      'AB12 CDE',
      '2023',
      'Tuesday 8 December 2026',
      'Friday 11 December 2026',
      '3 days',
      '£45.50 a day',
      '£136.50',
      '#BR-1765180800000',
      'General terms',
    ]) {
      expect(text).toContain(words)
    }
    expect(pages).toBeLessThanOrEqual(2)
  })

  it('is tagged and says what it is, in British English', async () => {
    const bytes = await writeContract(documentOf())
    const source = bytes.toString('latin1')
    for (const part of [
      '/Marked true',
      '/StructTreeRoot',
      '/Lang (en-GB)',
      '/DisplayDocTitle true',
      '/S /H1',
      '/S /TH',
    ]) {
      expect(source).toContain(part)
    }
    const { info } = await (await read(bytes)).pdf.getMetadata()
    expect(info).toMatchObject({ Title: 'Rental agreement #BR-1765180800000', Author: 'Harbour Hire' })
  })

  it('holds the longest terms that there may be, on several pages, each with its number', async () => {
    const bytes = await writeContract(documentOf({ business: { terms: LONGEST_TERMS, termsVersion: 3 } }))
    const { text, pages } = await read(bytes)
    expect(pages).toBeGreaterThan(3)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    expect(text).toContain('Terms of Harbour Hire, version 3')
    expect(bytes.length).toBeLessThan(500_000)
  })

  it('costs nothing when nothing is to pay, and says so', async () => {
    const free = { dailyRate: Pence.parse(0), totalAmount: Pence.parse(0) }
    expect((await read(await writeContract(documentOf({ booking: free })))).text).toContain('£0.00')
  })

  it.each([
    ['İnanç Ğüşöçı', 'İnanç Ğüşöçı'],
    ['Ada 🚗 Byron', '🚗'],
    ['Ада Байрон', 'Ада Байрон'],
    ['王小明', '王小明'],
    ['陳港生', '陳港生'],
    ['山田 さくら・サクラ', '山田 さくら・サクラ'],
    ['葛\u{E0100}西', '葛西'],
    ['김연아', '김연아'],
    ['محمد علي', 'محمد'],
    ['\u{12000}', '\uFFFD'],
    ['x'.repeat(100), 'xxxx'],
    ['a\u0000b\u202Ec\uD800', 'abc'],
    ['👩‍🚀🏳️‍🌈🇬🇧', ''],
    ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞', ''],
  ])('takes a name whatever is in it: %j', async (name, shown) => {
    const bytes = await writeContract(documentOf({ customer: { name }, business: { name } }))
    expect((await read(bytes)).text).toContain(shown)
  })

  it.each([
    ['محمد علي حسن', ['حسن', 'علي', 'محمد']],
    ['Ada محمد', ['Ada', 'محمد']],
    ['Ada محمد علي', ['Ada', 'علي', 'محمد']],
    ['محمد Ada', ['Ada', 'محمد']],
    ['משה בן מימון', ['מימון', 'בן', 'משה']],
  ])('has the words of %s where its readers look for them', async (name, fromLeft) => {
    const lines = await placesOf(await writeContract(documentOf({ customer: { name } })), name)
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toBe(fromLeft.join(' '))
  })

  it('leaves out a logo that cannot be drawn', async () => {
    const bytes = await writeContract(documentOf(), { logo: Buffer.from('no picture') })
    expect((await read(bytes)).text).toContain('Rental agreement')
  })

  it('leaves out what is not known', async () => {
    const { text } = await read(
      await writeContract(
        documentOf({
          business: { address: null, contactPhone: null, contactEmail: null },
          vehicle: { licensePlate: null, year: null },
        }),
      ),
    )
    expect(text).not.toMatch(/null|undefined|Number plate|Year/)
  })
})

describe('the evidence of a signature', () => {
  const receivedAt = Instant.parse('2026-11-21T10:01:40.000Z')
  const signature = {
    name: 'Ada Byron',
    strokes: null,
    consent: 'I agree',
    address: null,
    device: null,
    signatureId: '0b0c3c8e-6a2f-4d3f-9c55-8a7f1b2c3d4e',
    signedBy: 'renter',
    receivedAt,
    sha256: 'a'.repeat(64),
    signed: Buffer.from('the agreement'),
    timeZone: 'Europe/London',
  } as const

  it('is a typed name whose words stand as they are read: from right to left where they are', async () => {
    const name = 'محمد علي حسن'
    const signed = { ...signature, name, signedAt: receivedAt }
    const lines = await placesOf(await writeContract(documentOf(), { signature: signed }), name)
    // In place of a hand, below it, and in the evidence.
    expect(lines).toEqual(['حسن علي محمد', 'حسن علي محمد', 'حسن علي محمد'])
  })

  it.each([
    [receivedAt, '10:01:40 GMT, by the clock of Forecourt'],
    [Instant.parse('2026-11-21T09:30:00.000Z'), '09:30:00 GMT, by the clock of the device'],
  ])('signed at %s says whose clock it was: %s', async (signedAt, words) => {
    const { text } = await read(await writeContract(documentOf(), { signature: { ...signature, signedAt } }))
    expect(text).toContain(words)
  })
})
