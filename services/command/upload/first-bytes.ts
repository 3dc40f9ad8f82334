/**
 * What a file is by its first bytes (decisions "Files"). Only the types that we take are looked for: a library that knows
 * hundreds of formats would run a parser for each of them on a stranger's bytes.
 */
const BEGINNINGS = [
  { type: 'image/png', parts: { 0: '89504e470d0a1a0a' } },
  { type: 'image/jpeg', parts: { 0: 'ffd8ff' } },
  // RIFF, the file's length, WEBP.
  { type: 'image/webp', parts: { 0: '52494646', 8: '57454250' } },
  // %PDF-
  { type: 'application/pdf', parts: { 0: '255044462d' } },
] as const

export type KnownType = (typeof BEGINNINGS)[number]['type']

/** @returns the type that these bytes begin like; undefined for all that we do not take */
export function typeByFirstBytes(bytes: Buffer): KnownType | undefined {
  const beginning = bytes.toString('hex', 0, 16)
  return BEGINNINGS.find(({ parts }) =>
    Object.entries(parts).every(([place, hex]) => beginning.startsWith(hex, Number(place) * 2)),
  )?.type
}
