import { readableOn } from '@forecourt/kit/readable-on.ts'
import { type CSSProperties, createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Branding, LOGO_ID } from './branding.ts'
import type { Letter } from './letter.ts'

/**
 * The letter in HTML as mail programs take it: tables, styles on the elements, nothing loaded from anywhere: a logo comes along. Everything that
 * a letter says is a child or an attribute of a React element, so React escapes it; the only texts beside are our own.
 */

const INK = '#1b1a17'
const QUIET = '#5f5b53'
const PAPER = '#f4f2ed'
const SHEET = '#ffffff'
const RULE = '#e4dfd5'
const FONT = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif"
const WIDTH = 600

/** A table that only places things, for programs that read it aloud as well. */
const PLACING = { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0 } as const
/** Long words without a break are broken, so that nothing is wider than a telephone. */
const WRAPPING = { wordBreak: 'break-word', overflowWrap: 'anywhere' } as const
const PARAGRAPH = { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px', ...WRAPPING } as const

/** What small screens get of room at the sides; programs that drop style sheets keep the wide one. */
const NARROW = `@media (max-width: 480px) { .side { padding-left: 20px !important; padding-right: 20px !important } .page { padding: 0 !important } .sheet { border-radius: 0 !important } }`

/** Outlook knows no largest width: it gets a table as wide as the letter. These are comments to everybody else. */
const FOR_OUTLOOK = `<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`
const END_FOR_OUTLOOK = '<!--[if mso]></td></tr></table><![endif]-->'

/** The letter as an HTML document in the colour of the business. */
export function asHtml(letter: Letter, branding: Branding): string {
  const head = renderToStaticMarkup(
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light' }),
      h('meta', { name: 'supported-color-schemes', content: 'light' }),
      h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
      h('title', null, letter.subject),
      h('style', null, NARROW),
    ),
  )
  return [
    `<!doctype html><html lang="en-GB">${head}<body style="margin:0;padding:0;background:${PAPER}">`,
    renderToStaticMarkup(preview(letter)),
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${PAPER}">`,
    `<tr><td class="page" align="center" style="padding:32px 12px">${FOR_OUTLOOK}`,
    renderToStaticMarkup(sheet(letter, branding)),
    `${END_FOR_OUTLOOK}</td></tr></table></body></html>`,
  ].join('')
}

/** Shown in lists beside the subject, never in the letter itself. */
const preview = (letter: Letter) =>
  h(
    'div',
    { style: { display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: '1px', lineHeight: '1px', color: PAPER } },
    letter.preview,
  )

const sheet = (letter: Letter, branding: Branding) =>
  h(
    'table',
    {
      ...PLACING,
      className: 'sheet',
      style: { maxWidth: WIDTH, background: SHEET, borderRadius: '12px', fontFamily: FONT, color: INK },
    },
    h('tbody', null, row(band(branding)), row(content(letter, branding)), row(footer(letter))),
  )

const row = (cell: ReactNode) => h('tr', null, cell)

const band = ({ name, colour, logo }: Branding) =>
  h(
    'td',
    {
      className: 'side sheet',
      bgcolor: colour,
      style: {
        padding: '20px 32px',
        background: colour,
        color: readableOn(colour),
        borderBottom: `1px solid ${RULE}`,
        borderRadius: '12px 12px 0 0',
        fontSize: '18px',
        lineHeight: '24px',
        fontWeight: 700,
        ...WRAPPING,
      },
    },
    logo &&
      h('img', {
        src: `cid:${LOGO_ID}`,
        width: logo.width,
        height: logo.height,
        // The name stands beside it.
        alt: '',
        // Otherwise React has it loaded ahead, by a link that mail programs warn of.
        loading: 'lazy',
        style: {
          display: 'inline-block',
          width: logo.width,
          height: logo.height,
          padding: '4px',
          marginRight: '12px',
          border: 0,
          borderRadius: '6px',
          // Whatever the colour of the business is, a logo was drawn for paper.
          background: SHEET,
          verticalAlign: 'middle',
        },
      }),
    name,
  )

const content = (letter: Letter, branding: Branding) =>
  h(
    'td',
    { className: 'side', style: { padding: '32px 32px 24px' } },
    h('h1', { style: { margin: '0 0 16px', fontSize: '24px', lineHeight: '31px', fontWeight: 700 } }, letter.heading),
    paragraphs(letter.paragraphs, PARAGRAPH),
    factsOf(letter),
    paragraphs(letter.after, PARAGRAPH),
    letter.action && button(letter.action, branding),
    letter.link &&
      h('p', { style: PARAGRAPH }, h('a', { href: letter.link.url, style: { color: INK } }, letter.link.label)),
    h('p', { style: { ...PARAGRAPH, margin: 0 } }, `${letter.closing},`, h('br'), letter.signature),
  )

const paragraphs = (texts: readonly string[], style: CSSProperties): ReactNode[] =>
  texts.map((text) => h('p', { key: text, style }, lines(text)))

/** A text whose line breaks are kept, also where white space is not. */
const lines = (text: string): ReactNode[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: `${index}` }), line]))

function factsOf({ facts, total }: Letter): ReactNode {
  if (facts.length === 0 && total === undefined) return null
  const label: CSSProperties = {
    width: '34%',
    padding: '10px 12px 10px 0',
    borderTop: `1px solid ${RULE}`,
    color: QUIET,
    fontSize: '14px',
    lineHeight: '22px',
    fontWeight: 400,
    textAlign: 'left',
    verticalAlign: 'top',
  }
  const value: CSSProperties = {
    padding: '10px 0',
    borderTop: `1px solid ${RULE}`,
    fontSize: '15px',
    lineHeight: '22px',
    verticalAlign: 'top',
    ...WRAPPING,
  }
  const last: CSSProperties = { borderBottom: `1px solid ${RULE}` }
  const large: CSSProperties = { fontSize: '20px', lineHeight: '26px', fontWeight: 700, color: INK }
  return h(
    'table',
    { width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '8px 0 24px' } },
    h(
      'tbody',
      null,
      facts.map(([name, text], index) => {
        const end = index === facts.length - 1 && total === undefined ? last : {}
        return h(
          'tr',
          { key: name },
          h('th', { scope: 'row', style: { ...label, ...end } }, name),
          h('td', { style: { ...value, ...end } }, lines(text)),
        )
      }),
      total &&
        h(
          'tr',
          null,
          h('th', { scope: 'row', style: { ...label, ...last, lineHeight: '26px' } }, total[0]),
          h('td', { style: { ...value, ...last, ...large } }, total[1]),
        ),
    ),
  )
}

/** A cell in the colour of the business: Outlook paints cells, not links. */
const button = (action: { readonly label: string; readonly url: string }, { colour }: Branding) =>
  h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, style: { margin: '8px 0 28px' } },
    h(
      'tbody',
      null,
      row(
        h(
          'td',
          { bgcolor: colour, style: { background: colour, borderRadius: '8px', border: `1px solid ${RULE}` } },
          h(
            'a',
            {
              href: action.url,
              style: {
                display: 'inline-block',
                padding: '13px 24px',
                color: readableOn(colour),
                fontSize: '16px',
                lineHeight: '20px',
                fontWeight: 700,
                textDecoration: 'none',
              },
            },
            action.label,
          ),
        ),
      ),
    ),
  )

const footer = ({ footer: texts }: Letter) =>
  h(
    'td',
    { className: 'side', style: { padding: '20px 32px 28px', borderTop: `1px solid ${RULE}` } },
    paragraphs(texts, { margin: '0 0 6px', color: QUIET, fontSize: '13px', lineHeight: '19px', ...WRAPPING }),
  )
