import { inflateSync } from 'node:zlib'
import { LONGEST_DICTIONARY, outsideOfPackedData } from './packed-data.ts'

/**
 * PDFs are kept as they came: there is no re-encoding that would not ruin some. So only a file that is nothing but a
 * whole PDF is taken: one that begins and ends as one, whose last index is where it says, that nobody needs a password
 * for, with nothing of a web page in it and no script of its own, packed or not. It is served as an attachment under a
 * sandbox all the same (SECURITY rule 10).
 */

const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n]/
/** Behind it one remark of letters may stand, as `markedAsOwn` writes it: nothing takes that for anything else. */
const END = /startxref\s+(\d{1,10})\s+%%EOF\s*(?:%[\w-]{1,80}\s*)?$/
/** A cross-reference table, or an object that holds one. */
const INDEX = /^\s*(?:xref\s|\d{1,10}\s+\d{1,5}\s+obj)/
const ENDING_BYTES = 1024
/** What makes the file mean something to a browser or a web server that mistakes it for theirs. */
const FOREIGN = /<script|<html|<!doctype html|<\?php|<iframe/i
/**
 * The same, in four letters: in one of a hundred scans of 5 MB they occur by chance. Browsers that guess look at the beginning
 * alone (1,445 bytes by the standard of guessing, fewer in all that there were), so there it may stand nowhere, and behind it
 * outside of packed data.
 */
const DRAWING = /<svg/i
const GUESSED_BY_BYTES = 4096
/**
 * Dictionary names for things that act when the file is opened, that carry other files, or that hide what is in it. A name as
 * short as `/XFA` occurs in packed pictures by chance: what follows has to look like what belongs to it.
 */
const ACTIVE =
  /\/(?:JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|Rendition|GoTo[ER]|Encrypt)\b|\/XFA[\s\0]*(?:\[|%|\d{1,10}[\s\0%])/i
/**
 * The text of a script. It does nothing without the name of an action, `/JavaScript` or `/Rendition`, and these are looked for
 * everywhere: so this one need not be looked for in packed data, where it occurs by chance whatever has to follow.
 */
const SCRIPT = /\/JS\s*(?:\(|<[0-9a-f]|\d{1,10}\s+\d{1,5}\s+R\b)/i
/**
 * What a stream is or how it is packed, said somewhere else or behind a remark: no program does that, and it hides packed
 * objects. A remark is not read to its end: what is behind it may be a remark again, and the time would go by the square.
 */
const ELSEWHERE = /\/(?:Type|Filter)[\s\0]*(?:%|\d{1,10}[\s\0]*%|\d{1,10}[\s\0]+\d{1,5}(?:[\s\0]*%|[\s\0]+R\b))/
/** `/ObjStm`, however its letters are spelt: dictionaries overlap where a file says so, and to rewrite each would cost seconds. */
const PACKED = /\/(?:O|#4[Ff])(?:b|#62)(?:j|#6[Aa])(?:S|#53)(?:t|#74)(?:m|#6[Dd])\b/

/** More streams than any document of 5 MB has: what has more is not looked at, let alone kept. */
const MOST_STREAMS = 20_000
/** More letters written as `#4a` than anybody who hides nothing writes. */
const MOST_SPELT_OTHERWISE = 100_000
/** Each costs a look and an unpacking. */
const MOST_PACKED = 2_000
/** All packed objects of a file together, unpacked; in bytes. */
const MOST_UNPACKED = 16 * 1024 * 1024

/** Why a PDF is not taken: it is no whole one, or there is more in it than pages. */
export type PdfRefusal = 'file-unreadable' | 'document-not-plain'

/** What keeps these bytes from being a whole PDF and nothing else; undefined when they are one. */
export function faultOfPdf(bytes: Buffer): PdfRefusal | undefined {
  // One character a byte, so that places in the text are places in the file.
  const text = bytes.toString('latin1')
  if (!HEADER.test(text)) return 'file-unreadable'
  const index = END.exec(text.slice(-ENDING_BYTES))?.[1]
  if (index === undefined || Number(index) >= bytes.length) return 'file-unreadable'
  if (!INDEX.test(text.slice(Number(index), Number(index) + 64))) return 'file-unreadable'
  if (isMuchSpeltOtherwise(text)) return 'file-unreadable'
  const plain = withPlainNames(text)
  const outside = outsideOfPackedData(text)
  if (FOREIGN.test(text) || DRAWING.test(text.slice(0, GUESSED_BY_BYTES)) || DRAWING.test(outside)) {
    return 'file-unreadable'
  }
  if (ELSEWHERE.test(plain)) return 'file-unreadable'
  if (ACTIVE.test(plain) || SCRIPT.test(withPlainNames(outside))) return 'document-not-plain'
  if (!PACKED.test(text)) return undefined
  const packed = packedObjects(bytes, text)
  if (packed === undefined || FOREIGN.test(packed) || DRAWING.test(packed)) return 'file-unreadable'
  // Of sixteen kilobytes as many megabytes are unpacked: to write each letter of these out takes a dozen seconds.
  if (isMuchSpeltOtherwise(packed)) return 'file-unreadable'
  const objects = withPlainNames(packed)
  return ACTIVE.test(objects) || SCRIPT.test(objects) ? 'document-not-plain' : undefined
}

const isMuchSpeltOtherwise = (text: string) => placesOf(/#[0-9a-f]{2}/gi, text, MOST_SPELT_OTHERWISE) === undefined

/** In names, `#4a` is another way to write `J`. */
function withPlainNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Objects that are packed into streams, where the names of what acts could hide. Each word that may begin a stream is looked
 * at, also within another one: where a reader would begin is not known. The work is bounded whatever the file says.
 * @returns undefined when they cannot be looked at: too many, too much, broken, or packed in a way that no program does
 */
function packedObjects(bytes: Buffer, text: string): string | undefined {
  const ends = placesOf(/endstream/g, text, MOST_STREAMS)
  const starts = placesOf(/(?<!end)stream\r?\n/g, text, MOST_STREAMS)
  if (ends === undefined || starts === undefined) return undefined
  const unpacked: string[] = []
  let room = MOST_UNPACKED
  // Data of one stream within another's would be unpacked as often as it is said to begin.
  let unread = bytes.length
  let nextEnd = 0
  for (const start of starts) {
    const dictionary = dictionaryBefore(text, start)
    if (dictionary === undefined) return undefined
    if (!PACKED.test(dictionary)) continue
    while ((ends[nextEnd] ?? Number.POSITIVE_INFINITY) < start) nextEnd += 1
    const end = ends[nextEnd]
    const isDeflated = packingOf(withPlainNames(dictionary))
    if (end === undefined || isDeflated === undefined || unpacked.length >= MOST_PACKED) return undefined
    const data = bytes.subarray(start + (text[start + 6] === '\r' ? 8 : 7), end)
    unread -= data.length
    if (unread < 0) return undefined
    try {
      const objects = isDeflated ? inflateSync(data, { maxOutputLength: room }) : data
      room -= objects.length
      if (room <= 0) return undefined
      unpacked.push(objects.toString('latin1'))
    } catch {
      return undefined
    }
  }
  return unpacked.join('\n')
}

/** Where the words are, or undefined when there are too many. */
function placesOf(word: RegExp, text: string, most: number): number[] | undefined {
  const places: number[] = []
  for (const { index } of text.matchAll(word)) {
    if (places.length === most) return undefined
    places.push(index)
  }
  return places
}

/** What stands between the end of whatever is before a stream and its data; undefined when that is too long to be its dictionary. */
function dictionaryBefore(text: string, start: number): string | undefined {
  const from = Math.max(0, start - LONGEST_DICTIONARY)
  const before = text.slice(from, start)
  const boundary = Math.max(before.lastIndexOf('endobj'), before.lastIndexOf('endstream'))
  if (boundary < 0 && from > 0) return undefined
  return before.slice(Math.max(0, boundary))
}

/** Whether a stream of packed objects is deflated; undefined when it is packed in any other way, or not clear. */
function packingOf(dictionary: string): boolean | undefined {
  if (/\/DecodeParms\b|%/.test(dictionary)) return undefined
  const said = dictionary.split(/\/Filter\b/)
  if (said.length === 1) return false
  return said.length === 2 && /^\s*(?:\[\s*\/FlateDecode\s*\]|\/FlateDecode\b)/.test(said[1] ?? '') ? true : undefined
}
