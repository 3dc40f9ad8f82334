/** Text that may stand in a page as it is. Only `html` makes it, so nothing gets in unescaped. */
export class Markup {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  toString(): string {
    return this.#text
  }
}

type Content = string | number | Markup | readonly Markup[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Template for HTML: every value is escaped unless it is markup already. */
export function html(template: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(String.raw({ raw: template }, ...values.map(written)))
}

function written(value: Content): string {
  if (value instanceof Markup) return value.toString()
  if (typeof value === 'object') return value.join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
