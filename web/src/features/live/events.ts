/** What a stream of server-sent events says, piece by piece. */
export interface ServerEvent {
  /** Its name; empty for a block that only gives an id. */
  readonly event: string
  readonly data: string
  /** Where to go on from, when it says so. */
  readonly id: string | undefined
}

/** Longer than any event of ours is: what has no end is no event. */
const LONGEST = 10_000

/**
 * Reads events from pieces of text as they come in (HTML standard, section 9.2): a piece may end anywhere. Comments are
 * passed over, and so is what a stream that breaks off has begun.
 */
export function eventReader(): (piece: string) => readonly ServerEvent[] {
  let rest = ''
  return (piece) => {
    const blocks = (rest + piece).split('\n\n')
    rest = (blocks.pop() ?? '').slice(-LONGEST)
    return blocks.flatMap(eventOf)
  }
}

function eventOf(block: string): readonly ServerEvent[] {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).replace(/^ /, ''))
  }
  if (!fields.has('data') && !fields.has('id')) return []
  return [{ event: fields.get('event') ?? '', data: fields.get('data') ?? '', id: fields.get('id') }]
}
