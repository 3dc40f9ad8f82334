import { createCipheriv, createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { packedPdf, pdf } from '@forecourt/infra/testing/sample-files.ts'
import { describe, expect, it } from 'vitest'
import { faultOfPdf } from './pdf.ts'

const latin = (bytes: Buffer) => bytes.toString('latin1')
const script = '<< /S /JavaScript /JS (app.alert(1)) >>'
/** A stream of packed objects under a dictionary of the test's own. */
const packedUnder = (dictionary: string, objects = script) =>
  pdf('', [`${dictionary}\nstream\n${latin(deflateSync(objects))}\nendstream`])
const flate = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode'

describe('a document', () => {
  it.each([
    ['with packed objects', packedPdf('<< /Type /Outlines /Count 0 >>')],
    [
      'with packed objects that say their filter as a list',
      packedUnder('<< /Type /ObjStm /Filter [/FlateDecode] >>', '<< >>'),
    ],
    ['with a picture in which /JS occurs by chance', pdf('', ['<< /Length 9 >>\nstream\nab/JS\x8f~9\nendstream'])],
    ['that writes about streams', pdf('', ['<< /Length 9 >>\nstream\nthe stream\nof words\nendstream'])],
  ])('%s is sound', (_, bytes) => expect(faultOfPdf(bytes)).toBeUndefined())

  it.each([
    ['a script of a rendition', pdf('/OpenAction << /S /Rendition /JS (1) >>')],
    ['a script by reference', pdf('/OpenAction << /S /Any /JS 4 0 R >>', ['(1)'])],
    ['a way into another file', pdf('/OpenAction << /S /GoToE /F (a) >>')],
    ['more packed names spelt otherwise than anybody writes', packedPdf('#4a'.repeat(200_000))],
    ['a script behind the word obj', packedUnder(`<< ${flate} /X (obj) >>`)],
    ['a script behind a filter by reference', packedUnder('<< /Type /ObjStm /Filter 4 0 R >>')],
    ['a script behind a type by reference', packedUnder('<< /Type 5 0 R /Filter /FlateDecode >>')],
    ['a script behind a remark', packedUnder('<< /Type /ObjStm /Filter%\n/FlateDecode >>')],
    ['a script behind two remarks', packedUnder('<< /Type% % \n%\n5 0 R /Filter /FlateDecode >>')],
    ['a script behind a reference with a remark in it', packedUnder('<< /Type 5%\n0 R /Filter /FlateDecode >>')],
    ['a script behind a reference of zeros', packedUnder('<< /Type\x005\x000\0R /Filter /FlateDecode >>')],
    ['a script behind two filters', packedUnder('<< /Type /ObjStm /Filter /X /Filter /FlateDecode >>')],
    ['a script behind a long dictionary', packedUnder(`<< ${flate} /X (${'x'.repeat(20_000)}) >>`)],
    [
      'a script in a stream within a stream',
      pdf('', [`<< >>\nstream\n1 0 obj << ${flate} >>\nstream\n${latin(deflateSync(script))}\nendstream`]),
    ],
  ])('with %s is not', (_, bytes) => expect(faultOfPdf(bytes)).toBeDefined())
})

/** A document with a scan in it: so many bytes of chance, the same for the same seed, with what is planted among them. */
function scan(filter: string, seed: number, planted: readonly string[] = [], length = 500_000): Buffer {
  const key = createHash('sha256').update(`scan ${seed}`).digest()
  const picture = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
  for (const [index, text] of planted.entries()) {
    picture.write(text, Math.floor(((index + 1) * length) / (planted.length + 1)), 'latin1')
  }
  const dictionary = `<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /Filter ${filter} /Length ${length} >>`
  return pdf('', [`${dictionary}\nstream\n${latin(picture)}\nendstream`])
}

describe('what packed data holds by chance', () => {
  const CHANCE = ['<svg', '<SVG', '/XFA ', '/xfa.', '/JS(', '/JS<4', '/JS\n4 0 R '] as const

  it.each([
    '/DCTDecode',
    '[/FlateDecode]',
    '[ /ASCII85Decode /DCTDecode ]',
    '/JPXDecode',
    '/CCITTFaxDecode /DecodeParms << /K -1 >>',
    '/JBIG2Decode',
  ])('keeps no scan of %s from being taken', (filter) => {
    for (let seed = 0; seed < 20; seed += 1) expect(faultOfPdf(scan(filter, seed, CHANCE))).toBeUndefined()
  })

  it('is judged all the same where it is long, at the beginning of the file, or in data that is not said to be packed', () => {
    expect(faultOfPdf(scan('/DCTDecode', 1, ['<script']))).toBeDefined()
    expect(faultOfPdf(scan('/DCTDecode', 1, ['/S/JavaScript/JS(1)']))).toBeDefined()
    expect(faultOfPdf(scan('/DCTDecode', 1, ['/XFA [(a) 4 0 R]']))).toBeDefined()
    expect(faultOfPdf(scan('/DCTDecode', 1, ['/XFA%\n4 0 R']))).toBeDefined()
    expect(faultOfPdf(scan('/DCTDecode', 1, ['/XFA 4 0 R']))).toBeDefined()
    expect(faultOfPdf(scan('/DCTDecode', 1, ['<svg'], 2_000))).toBeDefined()
    for (const planted of ['<svg', '/JS(']) expect(faultOfPdf(scan('/Unheard', 1, [planted]))).toBeDefined()
  })

  it.each([
    ['in a stream without an end', '<< /Filter /DCTDecode >>\nstream\n/JS (1)\n'],
    ['behind the end of a stream', '<< /Filter /DCTDecode >>\nstream\n1\nendstream /JS (1)'],
    ['behind a dictionary that is not the stream’s', '<< /Filter /DCTDecode >> (\nstream\n/JS (1)\nendstream)'],
    ['behind words that are no dictionary', '/Filter /DCTDecode\nstream\n/JS (1)\nendstream'],
    [
      'behind the dictionary of an object before',
      '<< /Filter /DCTDecode >> endobj 5 0 obj << >>\nstream\n/JS (1)\nendstream',
    ],
  ])('is judged %s', (_where, object) => expect(faultOfPdf(pdf('', [object]))).toBe('document-not-plain'))
})

describe('a document that is refused', () => {
  it.each([
    ['a file', pdf('/Names << /EmbeddedFiles 4 0 R >>', ['<< /Names [] >>'])],
    ['a script', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
    ['a packed script', packedPdf(script)],
    ['a password', pdf('/Encrypt << /Filter /Standard /V 2 /R 3 >>')],
  ])('for %s in it is told apart from a broken one', (_, bytes) => expect(faultOfPdf(bytes)).toBe('document-not-plain'))
  it('as half of one is broken', () => expect(faultOfPdf(pdf().subarray(0, 200))).toBe('file-unreadable'))
})

describe('a document that is made to cost', () => {
  const empty = latin(deflateSync(''))
  const MEGABYTES = 4_900_000
  /** Where an effort goes by the square, so much takes a minute; it need not take all day to be told of. */
  const MUCH = 150_000
  const filled = (part: string, length = MEGABYTES) => part.repeat(Math.floor(length / part.length))
  it.each([
    ['packed objects without end', filled(`obj<< ${flate} >>stream\n${empty}`)],
    ['the beginnings of streams', filled('stream\n')],
    ['the beginnings of packed data', filled('<< /Filter /DCTDecode >>stream\n')],
    ['packed data without end', filled('<< /Filter /DCTDecode >>stream\nendstream\n')],
    ['the word stream', filled('stream')],
    ['names spelt otherwise', filled('#4a')],
    [
      'names spelt otherwise in dictionaries that overlap',
      filled(`endobj${'stream\n#4a#4a#4a#4a#4a'.repeat(360)}`, 430_000),
    ],
    [
      'packed names spelt otherwise',
      `<< ${flate} >>\nstream\n${latin(deflateSync('#4a'.repeat(5_500_000)))}\nendstream`,
    ],
    ['remarks on one line', filled('/Type%', MUCH)],
    ['a remark of spaces', `/Type%${filled(' ', MUCH)}`],
    ['spaces behind a name', `/Filter${filled(' ')}`],
    ['spaces in a reference', `/Type 1${filled(' ', MEGABYTES / 2)}1${filled(' ', MEGABYTES / 2)}`],
    ['data that unpacks to nothing, and begins anew within itself', nested(200, MEGABYTES)],
  ])('by %s is done with in a moment', { timeout: 20_000 }, (_, text) => {
    const bytes = pdf('/X /ObjStm', [text])
    const before = process.cpuUsage()
    faultOfPdf(bytes)
    const { user, system } = process.cpuUsage(before)
    // It took seconds for one megabyte, and minutes for five.
    expect((user + system) / 1_000_000).toBeLessThan(5)
  })
})

/** Packed data of so many bytes, within which another stream begins so often: each is a whole one to the same end. */
function nested(times: number, length: number): string {
  const beginning = `endobj<< ${flate} >>stream\n${latin(Buffer.from([0x78, 0x9c]))}`
  const hidden = neutral(beginning, 760)
  const head = Buffer.alloc(5)
  head.writeUInt16LE(hidden.length, 1)
  head.writeUInt16LE(~hidden.length & 0xffff, 3)
  const hiding = `${latin(head)}${latin(hidden)}`.repeat(times)
  // Four blocks with nothing in them, of ten bits each.
  const nothing = latin(Buffer.from([0x02, 0x08, 0x20, 0x80, 0x00]))
  const end = latin(Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 1]))
  return `${beginning}${hiding}${nothing.repeat(Math.floor((length - hiding.length) / 5))}${end}\nendstream`
}

/** The text behind bytes that make it count for nothing in the checksum of packed data (Adler-32). */
function neutral(text: string, length: number): Buffer {
  const modulus = 65_521
  const bytes = Buffer.concat([Buffer.alloc(length - text.length, 80), Buffer.from(text, 'latin1')])
  const add = (place: number, more: number) => bytes.writeUInt8((bytes[place] ?? 0) + more, place)
  const missing = modulus - (bytes.reduce((sum, byte) => sum + byte, 0) % modulus)
  for (let place = 0, left = missing; left > 0; place += 1, left -= 50) add(place, Math.min(left, 50))
  const weight = bytes.reduce((sum, byte, place) => sum + byte * (length - place), length) % modulus
  // What is moved on by so many places weighs less by as much.
  const far = 300
  for (let place = 0, left = Math.floor(weight / far); left > 0; place += 1, left -= 70) {
    add(place, -Math.min(left, 70))
    add(place + far, Math.min(left, 70))
  }
  add(far + 50, -1)
  add(far + 50 + (weight % far), 1)
  return bytes
}
