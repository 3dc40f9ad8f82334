import { fileURLToPath } from 'node:url'
import { type Font, openSync } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { layOutByPairs } from './pairs.ts'

const FACES = ['400Regular/NotoSans_400Regular.ttf', '700Bold/NotoSans_700Bold.ttf']
const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))

function open(face: string): Font {
  const font = openSync(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${face}`)))
  if (!('layout' in font)) throw new Error('a collection of fonts')
  return font
}

/** Which glyphs stand where, and how wide they are together. */
function shown(font: Font, text: string) {
  const { glyphs, positions, advanceWidth } = font.layout(text)
  return { glyphs: glyphs.map(({ id }) => id), positions: positions.map((position) => ({ ...position })), advanceWidth }
}

describe.each(FACES)('%s, laid out by pairs', (face) => {
  const own = open(face)
  const font = open(face)
  layOutByPairs(font)

  it('puts each two letters, alone and among others, where the font itself puts them', { timeout: 60_000 }, () => {
    const pairs = PRINTABLE.flatMap((one) => PRINTABLE.map((other) => one + other))
    // Each pair between others, a handful in a word.
    const words = Array.from({ length: pairs.length / 5 }, (_, index) => pairs.slice(index * 5, index * 5 + 5).join(''))
    for (const text of [...PRINTABLE, ...pairs, ...words])
      expect([text, shown(font, text)]).toEqual([text, shown(own, text)])
  })

  it.each(['office', 'affix', 'fluffy', 'Tomorrow: AV, To. "Yes"', '1/2', 'Łukasz', 'Ελένη', ''])(
    'shows %s alike',
    (text) => {
      expect(shown(font, text)).toEqual(shown(own, text))
    },
  )

  it('gives everybody their own: a run that is changed changes no other', () => {
    for (const position of font.layout('Total').positions) position.xAdvance = 0
    expect(shown(font, 'Total')).toEqual(shown(own, 'Total'))
  })
})
