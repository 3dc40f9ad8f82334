/**
 * One-dimensional arrays in PostgreSQL's binary form. A parameter that is a Buffer travels as binary: nothing is quoted
 * on this side or parsed on the other, and text arrives byte for byte.
 */

interface ElementType<T> {
  readonly oid: number
  readonly size: (value: T) => number
  readonly write: (value: T, target: Buffer, at: number) => void
}

const HEADER = 20

/** A value that its type cannot hold, as the server would say it (SQLSTATE 22P02, invalid text representation). */
export class NotOfItsType extends Error {
  override readonly name = 'NotOfItsType'
  readonly code = '22P02'
}

function encode<T>(type: ElementType<T>, values: readonly (T | null)[]): Buffer {
  const sizes = values.map((value) => (value === null ? 0 : type.size(value)))
  const target = Buffer.allocUnsafe(HEADER + sizes.reduce((sum, size) => sum + 4 + size, 0))
  target.writeInt32BE(1, 0) // dimensions
  target.writeInt32BE(1, 4) // there may be nulls
  target.writeInt32BE(type.oid, 8)
  target.writeInt32BE(values.length, 12)
  target.writeInt32BE(1, 16) // index of the first element
  let at = HEADER
  for (const [index, value] of values.entries()) {
    const size = sizes[index] ?? 0
    target.writeInt32BE(value === null ? -1 : size, at)
    at += 4
    if (value === null) continue
    type.write(value, target, at)
    at += size
  }
  return target
}

const TEXT: ElementType<string> = {
  oid: 25,
  size: (value) => Buffer.byteLength(value),
  write: (value, target, at) => target.write(value, at),
}
const BIGINT: ElementType<bigint> = {
  oid: 20,
  size: () => 8,
  write: (value, target, at) => target.writeBigInt64BE(value, at),
}
const INT: ElementType<number> = {
  oid: 23,
  size: () => 4,
  write: (value, target, at) => {
    if ((value | 0) !== value) throw new NotOfItsType('a whole number of 32 bits was expected')
    target.writeInt32BE(value, at)
  },
}
const BOOLEAN: ElementType<boolean> = {
  oid: 16,
  size: () => 1,
  write: (value, target, at) => target.writeUInt8(value ? 1 : 0, at),
}
const UUID: ElementType<string> = {
  oid: 2950,
  size: () => 16,
  write: (value, target, at) => {
    if (writePlainUuid(value, target, at)) return
    if (target.write(value.replaceAll('-', ''), at, 'hex') !== 16) throw new NotOfItsType('a UUID was expected')
  },
}

/** Value of a hexadecimal digit by its character; below 0 for any other. */
const DIGITS = new Int8Array(128).fill(-1)
for (let value = 0; value < 16; value += 1) DIGITS[value.toString(16).charCodeAt(0)] = value
/** Where the digits of its bytes stand in a UUID as we write it. */
const PLACES = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34)

/** A UUID in its usual form, at half the price of any other. @returns false when it has another form, or is none */
function writePlainUuid(value: string, target: Buffer, at: number): boolean {
  if (value.length !== 36) return false
  let seen = value[8] === '-' && value[13] === '-' && value[18] === '-' && value[23] === '-' ? 0 : -1
  for (let byte = 0; byte < 16; byte += 1) {
    const place = PLACES[byte] ?? 0
    const high = DIGITS[value.charCodeAt(place)] ?? -1
    const low = DIGITS[value.charCodeAt(place + 1)] ?? -1
    seen |= high | low
    target[at + byte] = (high << 4) | low
  }
  return seen >= 0
}
/** Both count from the beginning of this year. */
const EPOCH = Date.UTC(2000, 0, 1)
const DAY = 86_400_000
const DATE: ElementType<string> = {
  oid: 1082,
  size: () => 4,
  write: (value, target, at) => target.writeInt32BE((milliseconds(`${value}T00:00:00Z`) - EPOCH) / DAY, at),
}
const INSTANT: ElementType<string> = {
  oid: 1184,
  size: () => 8,
  write: (value, target, at) => {
    const since = milliseconds(value) - EPOCH
    const microseconds = since * 1_000
    // Three centuries either way are exact; whoever tells of others has the time.
    if (Number.isSafeInteger(microseconds)) writeInt64(target, microseconds, at)
    else target.writeBigInt64BE(BigInt(since) * 1_000n, at)
  },
}
/** A bigint that is a whole number of at most 2^53: several times as fast. */
const WHOLE: ElementType<number> = {
  oid: 20,
  size: () => 8,
  write: (value, target, at) => writeInt64(target, value, at),
}

function milliseconds(text: string): number {
  const parsed = Date.parse(text)
  if (Number.isNaN(parsed)) throw new NotOfItsType('a date was expected')
  return parsed
}

function writeInt64(target: Buffer, value: number, at: number): void {
  if (!Number.isSafeInteger(value)) throw new NotOfItsType('a whole number was expected')
  const high = Math.floor(value / 2 ** 32)
  target.writeInt32BE(high, at)
  target.writeUInt32BE(value - high * 2 ** 32, at + 4)
}
const BYTES: ElementType<Uint8Array> = {
  oid: 17,
  size: (value) => value.length,
  write: (value, target, at) => target.set(value, at),
}

export const textArray = (values: readonly (string | null)[]): Buffer => encode(TEXT, values)
export const bigintArray = (values: readonly (bigint | null)[]): Buffer => encode(BIGINT, values)
export const intArray = (values: readonly (number | null)[]): Buffer => encode(INT, values)
export const booleanArray = (values: readonly (boolean | null)[]): Buffer => encode(BOOLEAN, values)
export const wholeArray = (values: readonly (number | null)[]): Buffer => encode(WHOLE, values)
/** @param values days as `YYYY-MM-DD`; @throws {NotOfItsType} one of them is none */
export const dateArray = (values: readonly (string | null)[]): Buffer => encode(DATE, values)
/** Of timestamptz. @param values instants in ISO 8601, to the millisecond; @throws {NotOfItsType} one of them is none */
export const instantArray = (values: readonly (string | null)[]): Buffer => encode(INSTANT, values)
/** @throws {NotOfItsType} one of the values is no UUID */
export const uuidArray = (values: readonly (string | null)[]): Buffer => encode(UUID, values)
export const bytesArray = (values: readonly (Uint8Array | null)[]): Buffer => encode(BYTES, values)
