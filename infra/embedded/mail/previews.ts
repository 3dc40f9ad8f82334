import type { IncomingMessage } from 'node:http'
import { html, type Markup } from '@forecourt/kit/markup.ts'
import { Template } from '@forecourt/workers/mail/mails-for.ts'

/**
 * Every mail that the product can send, as it would come about a booking that never was: below the inbox, for whoever
 * works on their words or looks. `?colour=` tries another brand colour, six digits without the hash sign.
 */

const COLOURS = ['0f6fde', 'ffd400', '0b1f4b', 'e11d48', '2f855a', 'ffffff'] as const
const COLOUR = /^[0-9a-f]{6}$/

interface Sample {
  readonly from: string
  readonly to: string
  readonly replyTo: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Which preview an address asks for. */
export interface Wanted {
  readonly template: Template
  /** `#rrggbb` */
  readonly colour: string
}

/** What is asked for below `/previews`; undefined when there is no such mail. */
export function wantedPreview(kind: string, query: URLSearchParams): Wanted | undefined {
  const template = Template.safeParse(kind)
  return template.success ? { template: template.data, colour: `#${colourIn(query)}` } : undefined
}

/** The mail, composed by the product's own code. */
export async function previewOf({ template, colour }: Wanted, request: IncomingMessage): Promise<Sample> {
  // Loaded with the first look: an inbox without previews needs none of it.
  const { sampleMail } = await import('@forecourt/workers/mail/samples.ts')
  const publicUrl = `http://${request.headers.host ?? 'localhost'}`
  const mail = sampleMail(template, { business: { primaryColor: colour }, publicUrl })
  return { ...mail, from: written(mail.from), to: written(mail.to), replyTo: written(mail.replyTo) }
}

function written(who: { readonly name: string; readonly address: string } | undefined): string {
  if (who === undefined) return ''
  return who.name === '' ? who.address : `${who.name} <${who.address}>`
}

/** All kinds, with what a list of mails would show of them. */
export async function previewsPage(mount: string, query: URLSearchParams, request: IncomingMessage): Promise<Markup> {
  const colour = colourIn(query)
  const items = await Promise.all(
    Template.options.map(async (template) => {
      const { to, subject } = await previewOf({ template, colour: `#${colour}` }, request)
      return html`<li><a href="${mount}/previews/${template}?colour=${colour}">
    <span class="to">${to}</span>
    <span class="subject">${subject}</span>
    <span class="to">${template}</span>
  </a></li>`
    }),
  )
  return html`
      <nav><a href="${mount}">All mails</a></nav>
      <header>
        <h1>Previews</h1>
        <p>Every mail that the product sends, about a booking that never was.</p>
      </header>
      ${colours(`${mount}/previews`, colour)}
      <ul class="mails">${items}</ul>`
}

/** One kind: as its reader sees it at two widths, as plain text, and its headers. */
export function previewPage(mount: string, { template, colour }: Wanted, mail: Sample): Markup {
  const here = `${mount}/previews/${template}`
  const source = `${here}/html?colour=${colour.slice(1)}`
  const frame = (name: string, size: string) =>
    html`<section><h2>${name}</h2><iframe class="${size}" title="The mail, ${name}" src="${source}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`
  return html`
      <nav><a href="${mount}/previews?colour=${colour.slice(1)}">All previews</a></nav>
      <header><h1>${mail.subject}</h1></header>
      <dl class="about">
        <dt>From</dt><dd>${mail.from}</dd>
        <dt>To</dt><dd>${mail.to}</dd>
        <dt>Reply to</dt><dd>${mail.replyTo}</dd>
      </dl>
      ${colours(here, colour.slice(1))}
      ${frame('On a large screen', 'large')}
      ${frame('On a telephone', 'small')}
      <section><h2>Plain text</h2><pre>${mail.text}</pre></section>
      <p><a href="${source}">The HTML alone</a></p>`
}

function colours(path: string, chosen: string): Markup {
  const links = COLOURS.map((colour) =>
    colour === chosen
      ? html`<li><b>#${colour}</b></li>`
      : html`<li><a href="${path}?colour=${colour}">#${colour}</a></li>`,
  )
  return html`<ul class="choices" aria-label="Brand colour">${links}</ul>`
}

function colourIn(query: URLSearchParams): string {
  const colour = query.get('colour')?.toLowerCase() ?? ''
  return COLOUR.test(colour) ? colour : COLOURS[0]
}
