import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bigintArray,
  booleanArray,
  bytesArray,
  dateArray,
  instantArray,
  intArray,
  NotOfItsType,
  textArray,
  uuidArray,
  wholeArray,
} from './binary-array.ts'
import { ownDatabase } from './testing/own-database.ts'

describe('an array in binary form is the array that the server reads', () => {
  const database = ownDatabase()

  /** What the server makes of the array, each element as the text that it would print. */
  async function read(type: string, array: Buffer): Promise<(string | null)[]> {
    const { rows } = await database.client.query<{ text: string | null }>(
      `select a::text as text from unnest($1::${type}[]) with ordinality u(a, n) order by n`,
      [array],
    )
    return rows.map(({ text }) => text)
  }

  const cases = <T>(
    type: string,
    encode: (values: (T | null)[]) => Buffer,
    values: fc.Arbitrary<T>,
    print: (value: T) => string,
  ) =>
    it(`${type}, with and without nulls, also empty`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(values), { maxLength: 8 }), async (array) => {
          expect(await read(type, encode(array))).toEqual(array.map((value) => (value === null ? null : print(value))))
        }),
        { numRuns: 40 },
      )
    })

  const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed() && !value.includes('\0'))
  cases('text', textArray, text, (value) => value)
  cases('bigint', bigintArray, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), String)
  cases('int', intArray, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), String)
  cases('boolean', booleanArray, fc.boolean(), String)
  cases('uuid', uuidArray, fc.uuid(), (value) => value)
  cases('bytea', bytesArray, fc.uint8Array(), (value) => `\\x${Buffer.from(value).toString('hex')}`)

  cases('bigint', wholeArray, fc.maxSafeInteger(), String)
  const times = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  const days = times.map((time) => time.toISOString().slice(0, 10))
  cases('date', dateArray, days, (value) => value)
  const instants = times.map((time) => time.toISOString())
  it('timestamptz, to the millisecond', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(instants), { maxLength: 8 }), async (array) => {
        const { rows } = await database.client.query<{ same: boolean }>(
          'select coalesce(bool_and(a is not distinct from b), true) as same from unnest($1::timestamptz[], $2::timestamptz[]) u(a, b)',
          [instantArray(array), array],
        )
        expect(rows).toEqual([{ same: true }])
      }),
      { numRuns: 40 },
    )
  })

  it('a value that its type cannot hold is refused', () => {
    for (const refused of [
      () => uuidArray(['6fa459ea-ee8a-4ca4-894e-db77e160355']),
      () => uuidArray(['6fa459ea-ee8a-4ca4-894e-db77e160355g']),
      () => intArray([2 ** 31]),
      () => intArray([0.5]),
      () => wholeArray([Number.NaN]),
      () => wholeArray([2 ** 53]),
      () => dateArray(['tomorrow']),
      () => instantArray(['2026-01-01T25:00:00Z']),
    ]) {
      expect(refused).toThrow(NotOfItsType)
    }
  })
})
