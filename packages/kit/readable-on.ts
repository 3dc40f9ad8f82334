/**
 * Black or white, whichever reads better on the colour (WCAG relative luminance).
 * @param colour `#rrggbb`
 */
export function readableOn(colour: string): '#000000' | '#ffffff' {
  const channel = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  return luminance > 0.179 ? '#000000' : '#ffffff'
}
