/** An entry of a calendar that takes whole days: RFC 5545, with `DATE` values, which no time zone can move. */
export interface CalendarEntry {
  /** The same for ever, and nobody else's. */
  readonly uid: string
  /** Raised with every change, so that a calendar knows which of two copies is the newer. */
  readonly sequence: number
  /** When it was last changed, ISO 8601 in UTC. */
  readonly changedAt: string
  /** First day, `YYYY-MM-DD`. */
  readonly from: string
  /** First day that it does not hold any more. */
  readonly to: string
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  readonly summary: string
  readonly description?: string | undefined
  readonly location?: string | undefined
}

/**
 * The entries as an iCalendar file. The same entries give the same bytes.
 * @param name what programs call a calendar that they follow
 */
export function iCalendar(entries: readonly CalendarEntry[], { name }: { readonly name?: string } = {}): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Bookings//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    // Most programs know the older name only.
    ...(name === undefined ? [] : [`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`]),
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

function linesOf(entry: CalendarEntry): string[] {
  const changed = entry.changedAt.replaceAll(/[-:]|\.\d+/g, '')
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `DTSTART;VALUE=DATE:${entry.from.replaceAll('-', '')}`,
    `DTEND;VALUE=DATE:${entry.to.replaceAll('-', '')}`,
    `STATUS:${entry.status}`,
    // What is cancelled holds nobody's day.
    `TRANSP:${entry.status === 'CANCELLED' ? 'TRANSPARENT' : 'OPAQUE'}`,
    `SUMMARY:${escaped(entry.summary)}`,
    ...(entry.description === undefined ? [] : [`DESCRIPTION:${escaped(entry.description)}`]),
    ...(entry.location === undefined ? [] : [`LOCATION:${escaped(entry.location)}`]),
    'END:VEVENT',
  ]
}

/** A text value (RFC 5545 section 3.3.11). Control characters have no place in one, line breaks apart. */
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')
}

const LONGEST_LINE = 75

/** Breaks a line into pieces of at most 75 octets (RFC 5545 section 3.1), never within a character. */
function folded(line: string): string {
  const pieces: string[] = []
  let piece = ''
  for (const character of line) {
    if (Buffer.byteLength(piece) + Buffer.byteLength(character) > LONGEST_LINE) {
      pieces.push(piece)
      // Further pieces begin with a space, which counts.
      piece = ' '
    }
    piece += character
  }
  return [...pieces, piece].join('\r\n')
}
