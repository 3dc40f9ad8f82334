import { type ReactNode, useLayoutEffect } from 'react'
import { brandColours, toHsl } from '../../lib/colour.ts'

/** The colour as custom properties; `--brand-hsl` is as the specification's theme names it (section 1). */
function propertiesOf(colour: string): Readonly<Record<string, string>> {
  const { brand, foreground, text, edge } = brandColours(colour)
  return {
    '--brand': brand,
    '--brand-fg': foreground,
    '--brand-text': text,
    '--brand-edge': edge,
    '--brand-hsl': toHsl(brand),
  }
}

/** Gives an element, and all in it, the business's colour. Returns how to take it back. */
export function paint({ style }: HTMLElement, colour: string): () => void {
  const properties = propertiesOf(colour)
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value)
  return () => {
    for (const name of Object.keys(properties)) style.removeProperty(name)
  }
}

/** Puts the business's one colour over the whole document, dialogs and toasts included, with a foreground that reads on it. */
export function BusinessTheme({ colour, children }: { readonly colour: string; readonly children: ReactNode }) {
  useLayoutEffect(() => paint(document.documentElement, colour), [colour])
  return children
}
