import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit'

/** A letter as it stands before another one. */
interface Placed {
  readonly glyph: Glyph
  readonly position: GlyphPosition
}

/** What stands in these is where it is by its neighbour on the right alone, in fonts for Latin letters. */
const IS_PLAIN = /^[ -~]+$/

/**
 * Has the font lay out plain words pair by pair. A pair is laid out once, by the font's own rules, which cost more than
 * everything else in a document; and unlike words, pairs of letters tell nothing of those who are named in it. A word with
 * letters that melt into one, as f and i do, is laid out whole.
 */
export function layOutByPairs(font: Font): void {
  const whole = font.layout.bind(font)
  /** Undefined: they melt. */
  const known = new Map<string, Placed | undefined>()

  function placedBefore(letter: string, next: string): Placed | undefined {
    const pair = letter + next
    if (known.has(pair)) return known.get(pair)
    const { glyphs, positions } = whole(pair)
    const [glyph, position] = [glyphs[0], positions[0]]
    const isOneByOne = glyphs.length === pair.length && glyph !== undefined && position !== undefined
    const placed = isOneByOne ? { glyph, position } : undefined
    known.set(pair, placed)
    return placed
  }

  function inPairs(text: string): Placed[] | undefined {
    const letters: Placed[] = []
    for (let at = 0; at < text.length; at += 1) {
      const placed = placedBefore(text.charAt(at), text.charAt(at + 1))
      if (placed === undefined) return undefined
      letters.push(placed)
    }
    return letters
  }

  let sample: GlyphRun | undefined
  font.layout = (text, ...options) => {
    const isPlain = options.every((option) => option === undefined) && IS_PLAIN.test(text)
    const letters = isPlain ? inPairs(text) : undefined
    if (letters === undefined) return whole(text, ...options)
    sample ??= whole('a')
    const run: GlyphRun = Object.create(Object.getPrototypeOf(sample), Object.getOwnPropertyDescriptors(sample))
    run.glyphs = letters.map(({ glyph }) => glyph)
    // Whoever asks may change them.
    run.positions = letters.map(({ position }) => ({ ...position }))
    return run
  }
}
