import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import { layOutByPairs } from './pairs.ts'

/** A face of the document. */
export type Face = 'regular' | 'bold'

/** A piece of text that one font can show. */
export interface Run {
  readonly text: string
  readonly font: Font
  /** Of the whole piece, for letters of one point; in points. */
  readonly width: number
}

/** Which font shows what: a name in any script is shown as far as there are glyphs, and nothing in it stops a contract. */
export interface Fonts {
  /** The text in pieces, each with the font that has its glyphs. Nothing of it is lost but what cannot be seen. */
  runsOf(text: string, face: Face): readonly Run[]
}

const NOTO = '@expo-google-fonts/noto-sans'
const fileOf = (name: string) => fileURLToPath(import.meta.resolve(name))
/** These packages name no files, but what they export is beside them. */
const fileBeside = (name: string, file: string) => fileURLToPath(new URL(`../fonts/${file}`, import.meta.resolve(name)))

/** Where each font is, for whoever opens it. */
const FILES = {
  regular: () => fileOf(`${NOTO}/400Regular/NotoSans_400Regular.ttf`),
  bold: () => fileOf(`${NOTO}/700Bold/NotoSans_700Bold.ttf`),
  emoji: () => fileOf('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  // Arabic, Hebrew, Georgian, Armenian and many signs.
  others: () => fileOf('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  // Chinese and Japanese.
  han: () => fileBeside('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
  hanBold: () => fileBeside('@embedpdf/fonts-sc', 'NotoSansHans-Bold.otf'),
  hangul: () => fileBeside('@embedpdf/fonts-kr', 'NotoSansKR-Regular.otf'),
  hangulBold: () => fileBeside('@embedpdf/fonts-kr', 'NotoSansKR-Bold.otf'),
} as const

type Name = keyof typeof FILES

/** The fonts of a face, in the order in which they are asked for a glyph. */
const IN_ORDER: { readonly [Of in Face]: readonly Name[] } = {
  regular: ['regular', 'others', 'emoji'],
  bold: ['bold', 'others', 'emoji'],
}
/** Fonts for Chinese, Japanese and Korean are twenty times as large: nothing else has them opened. */
const EAST_ASIAN: { readonly [Of in Face]: readonly Name[] } = {
  regular: ['han', 'hangul'],
  bold: ['hanBold', 'hangulBold'],
}
const IS_EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}\u3000-\u303F\u30FB\u30FC\uFF00-\uFFEF]/u

/** Stands for what no font has. Noto Sans has it. */
const REPLACEMENT = '\uFFFD'
/** Noto Sans has all of it, and it is as it is shown: most words are nothing else. */
const IS_PLAIN = /^ ?[!-~]+$/
/** What cannot be seen, or would make text read otherwise than it was written. */
const UNSEEN = /[\p{Cc}\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF]/gu
/** Says how the character before it is to be drawn, which our fonts do one way only. Japanese names have such. */
const VARIATION = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu

const graphemes = new Intl.Segmenter('en-GB', { granularity: 'grapheme' })

/**
 * Every contract is written in these: what of a font is read and learnt while it is used (glyphs, kerning) is most of the
 * work of a contract. Others are opened for the document that needs them, and weigh too much to be kept.
 */
const KEPT: ReadonlySet<Name> = new Set(['regular', 'bold'])
const kept = new Map<Name, Font>()

function opened(name: Name): Font {
  const one = openSync(FILES[name]())
  if (!('layout' in one)) throw new Error(`${name} is a collection of fonts`)
  return one
}

/** The fonts of one document, each opened when it is first needed. */
export function openFonts(): Fonts {
  const own = new Map<Name, Font>()
  const font = (name: Name): Font => {
    const fonts = KEPT.has(name) ? kept : own
    const known = fonts.get(name)
    if (known !== undefined) return known
    const one = opened(name)
    if (KEPT.has(name)) layOutByPairs(one)
    fonts.set(name, one)
    return one
  }
  const fontFor = (cluster: string, face: Face): Name | undefined =>
    [...IN_ORDER[face], ...(IS_EAST_ASIAN.test(cluster) ? EAST_ASIAN[face] : [])].find((name) =>
      canShow(font(name), cluster),
    )

  const known = new Map<string, readonly Run[]>()
  const split = (text: string, face: Face): readonly Run[] => {
    if (IS_PLAIN.test(text)) return [runIn(font(face), text)]
    const parts: { text: string; name: Name }[] = []
    for (const { segment } of graphemes.segment(visible(text))) {
      const found = fontFor(segment, face)
      const shown = found === undefined ? REPLACEMENT : segment
      const name = found ?? face
      const last = parts.at(-1)
      if (last?.name === name) last.text += shown
      else parts.push({ text: shown, name })
    }
    return parts.map(({ text: part, name }) => runIn(font(name), part))
  }

  return {
    runsOf(text, face) {
      const key = `${face} ${text}`
      const runs = known.get(key) ?? split(text, face)
      known.set(key, runs)
      return runs
    },
  }
}

/** A text that the font can show, measured. */
export const runIn = (font: Font, text: string): Run => ({
  text,
  font,
  width: font.layout(text).advanceWidth / font.unitsPerEm,
})

const visible = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(UNSEEN, '').replace(VARIATION, '').replace(/\s+/g, ' ')

const canShow = (font: Font, cluster: string): boolean =>
  Array.from(cluster).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
