import type { Position } from '../port.ts'

/** What an event that is in the log was hashed to now. */
export interface Hash {
  readonly leaf: string
  readonly position: Position
}

/** How what is in the log differs from what was sealed. */
export type Tampering = 'changed' | 'removed' | 'inserted' | 'moved'

/** A place in the log where it is not what was sealed. */
export interface Difference {
  readonly how: Tampering
  /** The event's position; of a removed one that of the event that stands in its place, undefined at the end. */
  readonly position: Position | undefined
}

/**
 * Where the events of a seal's part of the log are not those that it names, in their order.
 * @param sealed the hashes that the seal names
 * @param found those of what is in the log between the seal before and this one
 */
export function compareLeaves(sealed: readonly string[], found: readonly Hash[]): Difference[] {
  // Of most parts nobody ever has to ask.
  let wasSealed: ReadonlySet<string> | undefined
  let isThere: ReadonlySet<string> | undefined
  const differences: Difference[] = []
  let [s, f] = [0, 0]
  while (s < sealed.length || f < found.length) {
    const was = sealed[s]
    const is = found[f]
    if (was !== undefined && was === is?.leaf) {
      s += 1
      f += 1
      continue
    }
    wasSealed ??= new Set(sealed)
    isThere ??= new Set(found.map(({ leaf }) => leaf))
    const how = howItDiffers({
      expected: was !== undefined,
      there: is !== undefined,
      isStranger: is !== undefined && !wasSealed.has(is.leaf),
      isMissing: was !== undefined && !isThere.has(was),
    })
    differences.push({ how, position: is?.position })
    if (how !== 'inserted') s += 1
    if (how !== 'removed') f += 1
  }
  return differences
}

function howItDiffers({
  expected,
  there,
  isStranger,
  isMissing,
}: Readonly<Record<'expected' | 'there' | 'isStranger' | 'isMissing', boolean>>): Tampering {
  if (!there) return 'removed'
  if (!expected) return 'inserted'
  if (isStranger && isMissing) return 'changed'
  if (isStranger) return 'inserted'
  return isMissing ? 'removed' : 'moved'
}
