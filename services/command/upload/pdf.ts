/**
 * PDFs are kept as they came: there is no re-encoding that would not ruin some. So only a file that is nothing but a
 * whole PDF is taken: one that begins and ends as one, whose last index is where it says, with nothing of a web page in
 * it and no script of its own. It is served as an attachment under a sandbox all the same (SECURITY rule 10).
 */

const HEADER = /^%PDF-(?:1\.[0-7]|2\.0)[\r\n]/
const END = /startxref\s+(\d{1,10})\s+%%EOF\s*$/
/** A cross-reference table, or an object that holds one. */
const INDEX = /^\s*(?:xref\s|\d{1,10}\s+\d{1,5}\s+obj)/
const ENDING_BYTES = 1024
/** What makes the file mean something to a browser or a web server that mistakes it for theirs. */
const FOREIGN = /<script|<html|<!doctype html|<\?php|<iframe/i
/** Dictionary names for things that act when the file is opened or that carry other files. */
const ACTIVE = /\/(?:JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA)\b/

/** Whether these bytes are a whole PDF and nothing else. */
export function isSoundPdf(bytes: Buffer): boolean {
  // One character a byte, so that places in the text are places in the file.
  const text = bytes.toString('latin1')
  if (!HEADER.test(text)) return false
  const index = END.exec(text.slice(-ENDING_BYTES))?.[1]
  if (index === undefined || Number(index) >= bytes.length) return false
  if (!INDEX.test(text.slice(Number(index), Number(index) + 64))) return false
  return !FOREIGN.test(text) && !ACTIVE.test(withPlainNames(text))
}

/** In names, `#4a` is another way to write `J`. */
function withPlainNames(text: string): string {
  return text.replace(/#([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
