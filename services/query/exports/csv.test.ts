import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

const read = (text: string): string[][] => parse(text, { record_delimiter: '\r\n' })

describe('a line of CSV', () => {
  it('is read by others as the cells that it was made of', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ unit: 'binary' }).map((text) => `x${text}`),
          { minLength: 1 },
        ),
        (cells) => {
          expect(read(csvLine(cells))).toEqual([cells])
        },
      ),
    ))

  it('ends with CR LF, and quotes what has to be', () => {
    expect(csvLine(['a', 1, true, null, 'b,c', 'd"e', 'f\ng'])).toBe('a,1,true,,"b,c","d""e","f\ng"\r\n')
  })

  it.each([
    "=cmd|' /C calc'!A0",
    '+44 7700 900123',
    '-1+1',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    ' =1+1',
    '\u00a0=1+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '=1,2"',
  ])('makes no formula of %j', (text) => expect(read(csvLine([text]))).toEqual([[`'${text}`]]))

  it.each(['a=1', '1-2', "O'Neill", 'a@b.co', '07700900123', ''])('leaves %j as it is', (text) =>
    expect(csvLine([text])).toBe(`${text}\r\n`),
  )
})
