import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/**
 * A mail as a letter: what it says, apart from how it looks. Both renderings come from it, so that neither can say more
 * than the other. Nothing in it is markup: React escapes it in the HTML, and the text has none.
 */
export interface Letter {
  readonly subject: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** Label and value, one line each: dates, price, reference. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  readonly after: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly closing: string
  /** Who writes, below the closing. */
  readonly signature: string
}

/** Colours of the business: the bar above the letter and the button. */
export interface Branding {
  readonly name: string
  /** `#rrggbb` */
  readonly colour: string
}

const INK = '#1B1A17'
const PAPER = '#FAF8F4'
const RULE = '#DDD8CE'
const FONT = "'Helvetica Neue', Helvetica, Arial, sans-serif"

/** Black or white, whichever reads better on the colour (WCAG relative luminance). */
export function readableOn(colour: string): '#000000' | '#ffffff' {
  const channel = (from: number) => {
    const value = Number.parseInt(colour.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
  return luminance > 0.179 ? '#000000' : '#ffffff'
}

/** The letter as plain text, lines ended by `\n`. */
export function asText(letter: Letter): string {
  const width = Math.max(0, ...letter.facts.map(([label]) => label.length))
  return [
    letter.heading,
    '',
    ...letter.paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...letter.facts.map(([label, value]) => `${`${label}:`.padEnd(width + 2)}${value}`),
    ...(letter.facts.length > 0 ? [''] : []),
    ...letter.after.flatMap((paragraph) => [paragraph, '']),
    ...(letter.action ? [`${letter.action.label}: ${letter.action.url}`, ''] : []),
    `${letter.closing},`,
    letter.signature,
  ].join('\n')
}

/** The letter as an HTML document in the colour of the business; no remote parts. */
export function asHtml(letter: Letter, branding: Branding): string {
  const cell = { padding: '6px 0', borderBottom: `1px solid ${RULE}`, verticalAlign: 'top' } as const
  const text = { margin: '0 0 16px', lineHeight: '1.5' } as const
  const paragraphs = (lines: readonly string[]): ReactNode[] =>
    lines.map((line) => h('p', { key: line, style: text }, line))
  const page = h(
    'html',
    { lang: 'en-GB' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('title', null, letter.subject),
    ),
    h(
      'body',
      { style: { margin: 0, padding: '24px 12px', background: PAPER, color: INK, fontFamily: FONT, fontSize: '16px' } },
      h(
        'table',
        {
          role: 'presentation',
          width: '100%',
          cellPadding: 0,
          cellSpacing: 0,
          style: { maxWidth: '560px', margin: '0 auto' },
        },
        h(
          'tbody',
          null,
          h(
            'tr',
            null,
            h(
              'td',
              {
                style: {
                  background: branding.colour,
                  color: readableOn(branding.colour),
                  padding: '14px 24px',
                  fontWeight: 'bold',
                },
              },
              branding.name,
            ),
          ),
          h(
            'tr',
            null,
            h(
              'td',
              { style: { background: '#ffffff', border: `1px solid ${RULE}`, borderTop: 'none', padding: '24px' } },
              h('h1', { style: { fontSize: '22px', margin: '0 0 16px' } }, letter.heading),
              paragraphs(letter.paragraphs),
              letter.facts.length > 0 &&
                h(
                  'table',
                  { width: '100%', cellPadding: 0, cellSpacing: 0, style: { margin: '0 0 20px' } },
                  h(
                    'tbody',
                    null,
                    letter.facts.map(([label, value]) =>
                      h(
                        'tr',
                        { key: label },
                        h(
                          'th',
                          {
                            scope: 'row',
                            style: { ...cell, textAlign: 'left', fontWeight: 'normal', paddingRight: '16px' },
                          },
                          label,
                        ),
                        h('td', { style: { ...cell, textAlign: 'right', fontWeight: 'bold' } }, value),
                      ),
                    ),
                  ),
                ),
              paragraphs(letter.after),
              letter.action &&
                h(
                  'p',
                  { style: text },
                  h(
                    'a',
                    {
                      href: letter.action.url,
                      style: {
                        display: 'inline-block',
                        padding: '12px 20px',
                        background: branding.colour,
                        color: readableOn(branding.colour),
                        textDecoration: 'none',
                        fontWeight: 'bold',
                      },
                    },
                    letter.action.label,
                  ),
                ),
              h('p', { style: { margin: 0, lineHeight: '1.5' } }, `${letter.closing},`, h('br'), letter.signature),
            ),
          ),
        ),
      ),
    ),
  )
  return `<!doctype html>${renderToStaticMarkup(page)}`
}
