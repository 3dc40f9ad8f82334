import type PDFDocument from 'pdfkit'
import type { Fonts, Run } from './fonts.ts'
import { type Line, linesOf, type Style } from './lines.ts'

export const INK = '#1b1a17'
export const QUIET = '#5f5b53'
export const RULE = '#d9d4ca'

/** In points: A4, with room for a hand at the sides. */
export const PAGE = { width: 595.28, height: 841.89, left: 56, right: 56, top: 64, bottom: 72 } as const
export const WIDTH = PAGE.width - PAGE.left - PAGE.right
const LINE = 1.42

/** An element of the document's structure, by which it is read aloud. */
export type Element = InstanceType<typeof PDFDocument> extends { struct(type: string): infer Struct } ? Struct : never

/** Where a text goes. */
interface Place {
  readonly x?: number
  /** In points; the whole width when absent. */
  readonly width?: number
  readonly align?: 'left' | 'right'
}

/** Sheets of paper that are written from the top down. */
export interface Sheets {
  readonly doc: InstanceType<typeof PDFDocument>
  /** Where the next line goes, in points from the top. */
  y: number
  /** Begins a new page unless so much fits on this one. */
  room(height: number): void
  /** A text as one element; goes on on the next page where it must. @returns what it is, to be put into another element */
  text(tag: string, text: string, style: Style, place?: Place): Element
  /** Several texts beside each other, one element each; the row is as high as the highest of them. */
  row(cells: readonly Cell[]): readonly Element[]
  /** Height of a text when it is written so. */
  heightOf(text: string, style: Style, width?: number): number
  /** A line across, which is not read aloud. */
  rule(colour?: string): void
  /** Below the text of the page that the document is on. */
  footer(left: string, right: string, style: Style): void
  /** What only decorates. */
  decoration(draw: () => void): void
}

/** From the upper edge of a line to its base, for letters of one point: that of Noto Sans, which most text is in. */
const ASCENT = 1.069

export interface Cell extends Place {
  readonly tag: string
  readonly text: string
  readonly style: Style
}

/** Opens empty sheets; the first page is there. */
export function openSheets(doc: InstanceType<typeof PDFDocument>, fonts: Fonts): Sheets {
  const broken = (text: string, style: Style, width: number) => linesOf(fonts, text, style, width)

  const registered = new Set<string>()
  /** By a name the library finds it again: given the font itself, it makes a new one of it and compares it with all others. */
  const nameOf = (font: Run['font']): string => {
    const name = font.postscriptName
    if (!registered.has(name)) {
      // The library takes a font that is open already; its types do not know of that.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      doc.registerFont(name, font as unknown as ArrayBuffer)
      registered.add(name)
    }
    return name
  }

  const write = (line: Line, { size, colour }: Style, x: number, y: number) => {
    let at = x
    for (const run of line.runs) {
      doc.font(nameOf(run.font)).fontSize(size).fillColor(colour)
      // Fonts differ in what they call their upper edge: what stands on one line stands on one base.
      doc.text(run.text, at, y + ASCENT * size, { lineBreak: false, baseline: 'alphabetic' })
      at += run.width * size
    }
  }

  const sheets: Sheets = {
    doc,
    y: PAGE.top,

    room(height) {
      if (sheets.y + height <= PAGE.height - PAGE.bottom) return
      doc.addPage()
      sheets.y = PAGE.top
    },

    heightOf: (text, style, width = WIDTH) => broken(text, style, width).length * style.size * LINE,

    text(tag, text, style, { x = PAGE.left, width = WIDTH, align = 'left' } = {}) {
      const element = doc.struct(tag)
      const height = style.size * LINE
      let content: ReturnType<typeof doc.markStructureContent> | undefined
      for (const line of broken(text, style, width)) {
        if (content === undefined || sheets.y + height > PAGE.height - PAGE.bottom) {
          if (content !== undefined) doc.endMarkedContent()
          sheets.room(height)
          content = doc.markStructureContent(tag)
          element.add(content)
        }
        write(line, style, align === 'right' ? x + width - line.width : x, sheets.y)
        sheets.y += height
      }
      if (content !== undefined) doc.endMarkedContent()
      element.end()
      return element
    },

    row(cells) {
      const heights = cells.map(({ text, style, width }) => sheets.heightOf(text, style, width))
      sheets.room(Math.max(...heights))
      const top = sheets.y
      const elements = cells.map(({ tag, text, style, ...place }) => {
        sheets.y = top
        return sheets.text(tag, text, style, place)
      })
      sheets.y = top + Math.max(...heights)
      return elements
    },

    rule(colour = RULE) {
      sheets.decoration(() =>
        doc
          .moveTo(PAGE.left, sheets.y)
          .lineTo(PAGE.left + WIDTH, sheets.y)
          .lineWidth(0.75)
          .strokeColor(colour)
          .stroke(),
      )
    },

    footer(left, right, style) {
      const y = PAGE.height - PAGE.bottom + 30
      doc.markContent('Artifact', { type: 'Pagination' })
      const [number] = broken(right, style, WIDTH)
      const [name] = broken(left, style, WIDTH - 90)
      if (name !== undefined) write(name, style, PAGE.left, y)
      if (number !== undefined) write(number, style, PAGE.left + WIDTH - number.width, y)
      doc.endMarkedContent()
    },

    decoration(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      try {
        draw()
      } finally {
        doc.endMarkedContent()
      }
    },
  }
  return sheets
}
