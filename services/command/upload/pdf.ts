import { inflateSync } from 'node:zlib'

/**
 * PDFs are kept as they came: there is no re-encoding that would not ruin some. So only a file that is nothing but a
 * whole PDF is taken: one that begins and ends as one, whose last index is where it says, that nobody needs a password
 * for, with nothing of a web page in it and no script of its own, packed or not. It is served as an attachment under a
 * sandbox all the same (SECURITY rule 10).
 */

const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n]/
const END = /startxref\s+(\d{1,10})\s+%%EOF\s*$/
/** A cross-reference table, or an object that holds one. */
const INDEX = /^\s*(?:xref\s|\d{1,10}\s+\d{1,5}\s+obj)/
const ENDING_BYTES = 1024
/** What makes the file mean something to a browser or a web server that mistakes it for theirs. */
const FOREIGN = /<script|<html|<!doctype html|<svg|<\?php|<iframe/i
/** Dictionary names for things that act when the file is opened, that carry other files, or that hide what is in it. */
const ACTIVE = /\/(?:JavaScript|Launch|SubmitForm|ImportData|EmbeddedFiles?|RichMedia|XFA|Encrypt)\b/

/** Dictionaries of streams are short; in bytes. */
const LONGEST_DICTIONARY = 4096
/** All packed objects of a file together, unpacked; in bytes. */
const MOST_UNPACKED = 16 * 1024 * 1024

/** Whether these bytes are a whole PDF and nothing else. */
export function isSoundPdf(bytes: Buffer): boolean {
  // One character a byte, so that places in the text are places in the file.
  const text = bytes.toString('latin1')
  if (!HEADER.test(text)) return false
  const index = END.exec(text.slice(-ENDING_BYTES))?.[1]
  if (index === undefined || Number(index) >= bytes.length) return false
  if (!INDEX.test(text.slice(Number(index), Number(index) + 64))) return false
  if (FOREIGN.test(text) || ACTIVE.test(withPlainNames(text))) return false
  const packed = packedObjects(bytes, text)
  return packed !== undefined && !FOREIGN.test(packed) && !ACTIVE.test(withPlainNames(packed))
}

/** In names, `#4a` is another way to write `J`. */
function withPlainNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/**
 * Objects that are packed into streams, where the names of what acts could hide.
 * @returns undefined when they cannot be looked at: too much, broken, or packed in a way that no program does
 */
function packedObjects(bytes: Buffer, text: string): string | undefined {
  const unpacked: string[] = []
  let room = MOST_UNPACKED
  for (let place = text.indexOf('stream'); place >= 0; place = text.indexOf('stream', place + 1)) {
    if (text.startsWith('end', place - 3)) continue
    const before = text.slice(Math.max(0, place - LONGEST_DICTIONARY), place)
    const dictionary = withPlainNames(before.slice(before.lastIndexOf('obj') + 3))
    if (!/\/ObjStm\b/.test(dictionary)) continue
    const [, many, one] = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(dictionary) ?? []
    const filters = (many ?? one ?? '').trim()
    const end = text.indexOf('endstream', place)
    if (end < 0 || /\/DecodeParms\b/.test(dictionary) || (filters !== '' && filters !== '/FlateDecode'))
      return undefined
    const data = bytes.subarray(place + (text.startsWith('\r\n', place + 6) ? 8 : 7), end)
    try {
      const objects = filters === '' ? data : inflateSync(data, { maxOutputLength: room })
      room -= objects.length
      if (room <= 0) return undefined
      unpacked.push(objects.toString('latin1'))
    } catch {
      return undefined
    }
  }
  return unpacked.join('\n')
}
