import { type ReactNode, useLayoutEffect } from 'react'
import { brandColours, toHsl } from '../../lib/colour.ts'

/**
 * Puts the business's one colour over the whole document, dialogs and toasts included, with a foreground that reads on
 * it. `--brand-hsl` is the colour as the specification's theme names it (section 1).
 */
export function BusinessTheme({ colour, children }: { readonly colour: string; readonly children: ReactNode }) {
  useLayoutEffect(() => {
    const { brand, foreground, text } = brandColours(colour)
    const properties = { '--brand': brand, '--brand-fg': foreground, '--brand-text': text, '--brand-hsl': toHsl(brand) }
    const { style } = document.documentElement
    for (const [name, value] of Object.entries(properties)) style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(properties)) style.removeProperty(name)
    }
  }, [colour])
  return children
}
