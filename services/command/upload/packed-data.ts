/** Streams of a PDF whose data is packed, and so looks like chance: four letters in a row mean nothing there. */

const BEGINNING = /(?<!end)stream\r?\n/g
const PACKED = /\/Filter[\s[]*\/(?:Flate|LZW|RunLength|ASCII85|CCITTFax|JBIG2|DCT|JPX)Decode\b/
/** From the end of what is before it to its data, a stream's dictionary has room in so many bytes. */
export const LONGEST_DICTIONARY = 8192

/**
 * The text of a PDF without the data of its packed streams: what lies between the word `stream` behind a dictionary that says
 * a packing, and the next `endstream`. Whatever is in doubt stays: a stream without an end, one whose dictionary is too long,
 * broken or spelt otherwise. Each part of the text is looked at once, whatever the file says.
 *
 * A hostile file may call packed what is not, and have a reader find objects there. So nothing that does harm by itself may be
 * looked for in this text alone.
 */
export function outsideOfPackedData(text: string): string {
  const kept: string[] = []
  /** What is before this place is in `kept`, or left out. */
  let done = 0
  let seen = 0
  for (const { 0: word, index } of text.matchAll(BEGINNING)) {
    // In the data of the stream before.
    if (index < done) continue
    const before = text.slice(Math.max(seen, index - LONGEST_DICTIONARY), index)
    const data = index + word.length
    seen = data
    if (!isOfPackedStream(before)) continue
    const end = text.indexOf('endstream', data)
    if (end < 0) break
    kept.push(text.slice(done, data))
    done = end
    seen = end
  }
  kept.push(text.slice(done))
  return kept.join('')
}

/** Whether this ends with the dictionary of an object that says how its stream is packed. */
function isOfPackedStream(before: string): boolean {
  const dictionary = before.slice(Math.max(0, before.lastIndexOf('obj')))
  return dictionary.trimEnd().endsWith('>>') && PACKED.test(dictionary)
}
