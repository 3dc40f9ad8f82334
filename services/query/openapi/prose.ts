import { html, type Markup } from '@forecourt/kit/markup.ts'

/** A paragraph in which what stands between backticks is code. */
export function prose(text: string): Markup {
  const parts = text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
  return html`<p>${parts}</p>`
}
