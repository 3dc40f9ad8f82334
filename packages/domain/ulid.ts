const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LATEST = 2 ** 48 - 1

/**
 * A ULID: 48 bits of time and 80 bits of chance as 26 characters that sort by time.
 * @param atMs milliseconds since 1970, 0 to 2^48 - 1
 * @param randomBytes exactly 10 bytes from a good source
 * @throws {RangeError} when either is outside its bounds
 */
export function ulid(atMs: number, randomBytes: Uint8Array): string {
  if (!Number.isInteger(atMs) || atMs < 0 || atMs > LATEST) throw new RangeError(`no time for a ULID: ${atMs}`)
  if (randomBytes.length !== 10) throw new RangeError(`a ULID takes 10 random bytes, not ${randomBytes.length}`)
  const chance = randomBytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  return crockford(BigInt(atMs), 10) + crockford(chance, 16)
}

/**
 * The time in a ULID, in milliseconds since 1970.
 * @param text as `ulid()` makes it
 */
export function timeOfUlid(text: string): number {
  return Array.from(text.slice(0, 10)).reduce((time, letter) => time * 32 + CROCKFORD.indexOf(letter), 0)
}

function crockford(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest >>= 5n) text = CROCKFORD.charAt(Number(rest & 31n)) + text
  return text
}
