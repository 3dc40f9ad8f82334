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
    ['a script behind the word obj', packedUnder(`<< ${flate} /X (obj) >>`)],
    ['a script behind a filter by reference', packedUnder('<< /Type /ObjStm /Filter 4 0 R >>')],
    ['a script behind a type by reference', packedUnder('<< /Type 5 0 R /Filter /FlateDecode >>')],
    ['a script behind a remark', packedUnder('<< /Type /ObjStm /Filter%\n/FlateDecode >>')],
    ['a script behind two filters', packedUnder('<< /Type /ObjStm /Filter /X /Filter /FlateDecode >>')],
    ['a script behind a long dictionary', packedUnder(`<< ${flate} /X (${'x'.repeat(20_000)}) >>`)],
    [
      'a script in a stream within a stream',
      pdf('', [`<< >>\nstream\n1 0 obj << ${flate} >>\nstream\n${latin(deflateSync(script))}\nendstream`]),
    ],
  ])('with %s is not', (_, bytes) => expect(faultOfPdf(bytes)).toBeDefined())
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
  it.each([
    ['packed objects without end', `obj<< ${flate} >>stream\n${empty}`],
    ['the beginnings of streams', 'stream\n'],
    ['the word stream', 'stream'],
    ['names spelt otherwise', '#4a'],
  ])('by %s is done with in a moment', { timeout: 20_000 }, (_, part) => {
    const before = process.cpuUsage()
    faultOfPdf(pdf('/X /ObjStm', [part.repeat(Math.floor(MEGABYTES / part.length))]))
    const { user, system } = process.cpuUsage(before)
    // It took seconds for one megabyte, and minutes for five.
    expect((user + system) / 1_000_000).toBeLessThan(5)
  })
})
