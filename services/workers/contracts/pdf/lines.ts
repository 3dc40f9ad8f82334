import type { Face, Fonts, Run } from './fonts.ts'
import { fromLeftToRight } from './order.ts'

/** How a text looks. */
export interface Style {
  readonly face: Face
  /** In points. */
  readonly size: number
  /** `#rrggbb` */
  readonly colour: string
}

/** A line of text: what stands on it, from left to right. */
export interface Line {
  readonly runs: readonly Run[]
  /** In points. */
  readonly width: number
}

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/**
 * Breaks a text into lines at its spaces; a word that is longer than a line is broken where it must be. Each word is
 * measured once, however often it stands in a document.
 * @param width of a line, in points
 */
export function linesOf(fonts: Fonts, text: string, { face, size }: Style, width: number): readonly Line[] {
  const widthOf = (word: string) => fonts.runsOf(word, face).reduce((sum, run) => sum + run.width, 0) * size
  const space = widthOf(' ')
  const lines: string[][] = []
  let used = Number.POSITIVE_INFINITY
  const put = (word: string) => {
    const needed = widthOf(word)
    if (used + space + needed <= width) {
      lines.at(-1)?.push(word)
      used += space + needed
    } else {
      lines.push([word])
      used = needed
    }
  }
  for (const word of text.split(/\s+/)) {
    if (word === '') continue
    if (widthOf(word) <= width) put(word)
    else for (const part of broken(word, width, widthOf)) put(part)
  }
  return lines.map((words) => {
    const runs = fromLeftToRight(runsOf(fonts, words, face), text)
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) * size }
  })
}

/** The words with spaces between them; pieces that one font shows are one piece. */
function runsOf(fonts: Fonts, words: readonly string[], face: Face): readonly Run[] {
  const runs: Run[] = []
  for (const run of words.flatMap((word, index) => fonts.runsOf(index === 0 ? word : ` ${word}`, face))) {
    const last = runs.at(-1)
    if (last === undefined || last.font !== run.font) runs.push(run)
    else runs[runs.length - 1] = { ...last, text: last.text + run.text, width: last.width + run.width }
  }
  return runs
}

/** A word in parts that fit. */
function broken(word: string, width: number, widthOf: (part: string) => number): string[] {
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const { segment } of graphemes.segment(word)) {
    const needed = widthOf(segment)
    if (part !== '' && used + needed > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += segment
    used += needed
  }
  return [...parts, part]
}
