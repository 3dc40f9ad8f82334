import openBidi from 'bidi-js'
import type { Font } from 'fontkit'
import { type Run, runIn } from './fonts.ts'

/** Where Unicode keeps what is written from right to left. */
const IS_RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

// To Node the function is the module itself, and not its default as the types say.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const bidi = (openBidi as unknown as typeof openBidi.default)()
const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/** What one font shows and goes in one direction. */
interface Piece {
  text: string
  readonly font: Font
  /** Odd: from right to left. */
  readonly level: number
}

/**
 * The runs of a line in the order in which they stand, from left to right, by the Unicode Bidirectional Algorithm. Fonts put
 * the letters of a run in order, and nobody the runs: a surname stood before the first name.
 * @param runs in the order in which they are read
 * @param paragraph that the line is of: its first letter says from which side it is read
 */
export function fromLeftToRight(runs: readonly Run[], paragraph: string): readonly Run[] {
  const text = runs.map((run) => run.text).join('')
  if (!IS_RIGHT_TO_LEFT.test(text)) return runs
  const embedding = bidi.getEmbeddingLevels(text, directionOf(paragraph))
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
  const pieceAt: Piece[] = []
  for (const { text: letters, font } of runs) {
    for (const letter of letters.split('')) {
      const at = pieceAt.length
      const level = embedding.levels[at] ?? 0
      const last = pieceAt.at(-1)
      const piece = last?.font === font && last.level === level ? last : { text: '', font, level }
      piece.text += mirrored.get(at) ?? letter
      pieceAt.push(piece)
    }
  }
  const pieces = bidi.getReorderedIndices(text, embedding).flatMap((at) => pieceAt[at] ?? [])
  return [...new Set(pieces)].map(runOf)
}

const directionOf = (paragraph: string) => (IS_RIGHT_TO_LEFT.test(/\p{L}/u.exec(paragraph)?.[0] ?? '') ? 'rtl' : 'ltr')

/** A font takes the direction from the letters: marks and digits, which have none, go that of the piece. */
function runOf({ text, font, level }: Piece): Run {
  const direction = level % 2 === 1 ? 'rtl' : 'ltr'
  if (font.layout(text).direction === direction) return runIn(font, text)
  const clusters = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return runIn(font, clusters.toReversed().join(''))
}
