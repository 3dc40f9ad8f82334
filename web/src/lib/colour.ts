/**
 * A business's one colour, made readable: the foreground on it is the better of black and white, and as text on paper it
 * is darkened until it reads (WCAG contrast 4.5). Where it hardly differs from the paper, its edge is darkened likewise,
 * so that a button keeps its shape (3, WCAG 1.4.11).
 */

/** A business’s colour, and what can be read on it and beside it. */
export interface BrandColours {
  /** The colour itself, `#rrggbb`. */
  readonly brand: string
  readonly foreground: '#000000' | '#ffffff'
  /** The colour as text on the paper, same hue and chroma, less light where it has to be. */
  readonly text: string
  /** What borders an area of the colour: the colour itself where it stands out from the paper, else a darker shade of it. */
  readonly edge: string
}

type Rgb = readonly [number, number, number]

const PAPER = '#faf8f4'
const READABLE = 4.5
const DISTINCT = 3

/** Derives what the theme needs from the business's colour; anything that is no colour counts as the default blue. */
export function brandColours(colour: string): BrandColours {
  const brand = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#2563eb'
  const foreground = contrast(brand, '#ffffff') >= contrast(brand, '#000000') ? '#ffffff' : '#000000'
  // What is dark enough against the paper is so against the white sheets too.
  return { brand, foreground, text: darkened(brand, READABLE), edge: darkened(brand, DISTINCT) }
}

/** The colour as hue, saturation and lightness, as the specification's theme names it (section 1). */
export function toHsl(colour: string): string {
  const [red, green, blue] = channels(colour)
  const high = Math.max(red, green, blue)
  const low = Math.min(red, green, blue)
  const lightness = (high + low) / 2
  const spread = high - low
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1))
  const sixth =
    spread === 0
      ? 0
      : high === red
        ? ((green - blue) / spread + 6) % 6
        : high === green
          ? (blue - red) / spread + 2
          : (red - green) / spread + 4
  return `${Math.round(sixth * 60)} ${Math.round(saturation * 100)}% ${Math.round(lightness * 100)}%`
}

/** WCAG 2 contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const brightness = [luminance(one), luminance(other)]
  return (Math.max(...brightness) + 0.05) / (Math.min(...brightness) + 0.05)
}

function channels(colour: string): Rgb {
  const part = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const companded = (value: number) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055)

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

const hex = (value: number) =>
  Math.round(Math.min(1, Math.max(0, companded(value))) * 255)
    .toString(16)
    .padStart(2, '0')

/** Lowers the colour's OKLCH lightness in small steps until it has the contrast against the paper; itself when it has it. */
function darkened(colour: string, least: number): string {
  if (contrast(colour, PAPER) >= least) return colour
  const [l, a, b] = toOklab(colour)
  for (let lightness = l; lightness > 0; lightness -= 0.01) {
    const tried = fromOklab([lightness, a, b])
    if (contrast(tried, PAPER) >= least) return tried
  }
  return '#000000'
}

function toOklab(colour: string): Rgb {
  const [r, g, b] = channels(colour)
  const [red, green, blue] = [linear(r), linear(g), linear(b)]
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function fromOklab([lightness, a, b]: Rgb): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
  const green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
  const blue = -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  return `#${hex(red)}${hex(green)}${hex(blue)}`
}
