import { describe, expect, it } from 'vitest'
import { brandColours, contrast, toHsl } from './colour.ts'

const PAPER = '#faf8f4'

describe('any brand colour reads', () => {
  it.each(['#ffd400', '#777777', '#0a1f44', '#0f6fde', '#ffffff', '#000000', '#00ff00', '#ff00ff'])('%s', (colour) => {
    const { brand, foreground, text } = brandColours(colour)
    expect(contrast(brand, foreground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text, PAPER)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['#ffffff', '#ffffee', '#e6ff00', '#eeeeee', '#ffd400', '#777777'])(
    '%s has an edge that is seen',
    (colour) => {
      const { brand, edge } = brandColours(colour)
      expect(brand).toBe(colour)
      expect(contrast(edge, PAPER)).toBeGreaterThanOrEqual(3)
      expect(contrast(edge, '#ffffff')).toBeGreaterThanOrEqual(3)
    },
  )

  it.each(['#0f6fde', '#0a1f44', '#777777'])('%s stands out by itself: its edge is no other colour', (colour) =>
    expect(brandColours(colour).edge).toBe(colour),
  )

  it('what is no colour counts as the default blue', () => {
    expect(brandColours('red; background: url(x)').brand).toBe('#2563eb')
  })

  it('is hue, saturation and lightness for the theme', () => expect(toHsl('#0f6fde')).toBe('212 87% 46%'))
})
