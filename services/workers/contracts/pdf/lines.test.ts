import { describe, expect, it } from 'vitest'
import { openFonts } from './fonts.ts'
import { linesOf, type Style } from './lines.ts'

const STYLE: Style = { face: 'regular', size: 10, colour: '#000000' }

/** A line's runs, from left to right; a font turns its letters itself. */
const shown = (text: string, width = 400) =>
  linesOf(openFonts(), text, STYLE, width).map(({ runs }) => runs.map((run) => run.text))

describe('a line with words from right to left', () => {
  it('has what stands between them at their side of it, and brackets that enclose', () => {
    expect(shown('محمد، (علي).')).toEqual([['.(', 'علي', ') ', 'محمد،']])
    expect(shown('שלום, עולם!')).toEqual([['!', 'עולם', ' ,', 'שלום']])
  })

  it('has numbers in it from left to right, in whatever digits', () => {
    expect(shown('محمد 12')).toEqual([['12', ' ', 'محمد']])
    const [run] = linesOf(openFonts(), '۱۲۳', STYLE, 400).flatMap(({ runs }) => runs)
    const digits = run?.font.layout(run.text).glyphs.flatMap(({ codePoints }) => codePoints)
    expect(String.fromCodePoint(...(digits ?? []))).toBe('۱۲۳')
  })

  it('is read from the side from which its paragraph is read', () => {
    expect(shown('Hire of محمد علي, in Bath')).toEqual([['Hire of ', 'علي', ' ', 'محمد', ', in Bath']])
    expect(shown('محمد at Bath')).toEqual([['at Bath', ' ', 'محمد']])
  })

  it('goes on below, and not above, where it is too long', () => {
    const [first, second] = shown('محمد علي حسن', 45)
    expect([first, second]).toEqual([['علي', ' ', 'محمد'], ['حسن']])
  })
})
