import { html, type Markup } from '@forecourt/kit/markup.ts'
import type { Mail, MailSummary } from './mailbox.ts'

const SECONDS_BETWEEN_LOOKS = 5

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const bytes = new Intl.NumberFormat('en-GB', { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 })

/** The list of caught mails; looks again by itself. */
export function listPage(mount: string, mails: readonly MailSummary[], total: number): Markup {
  const refresh = html`<meta http-equiv="refresh" content="${SECONDS_BETWEEN_LOOKS}">`
  return page(
    mount,
    total === 0 ? 'Caught mails' : `Caught mails (${total})`,
    refresh,
    html`
      <header>
        <h1>Caught mails</h1>
        <p>Nothing leaves this machine: every mail that the product sends ends here.</p>
        ${total === 0 ? html`` : deleteAll(mount)}
      </header>
      <p><a href="${mount}/previews">Previews of all kinds of mail</a></p>
      ${total === 0 ? html`<p class="empty">No mail yet. This page looks again every ${SECONDS_BETWEEN_LOOKS} seconds.</p>` : html`<ul class="mails">${mails.map((mail) => listed(mount, mail))}</ul>`}
      ${total > mails.length ? html`<p>The newest ${mails.length} of ${total}.</p>` : html``}`,
  )
}

function listed(mount: string, mail: MailSummary): Markup {
  return html`<li><a href="${mount}/${mail.id}">
    <span class="to">${mail.to.join(', ') || mail.envelope.to.join(', ')}</span>
    <span class="subject">${mail.subject || '(no subject)'}</span>
    <time datetime="${mail.receivedAt}">${time.format(new Date(mail.receivedAt))}</time>
  </a></li>`
}

function deleteAll(mount: string): Markup {
  return html`<form method="post" action="${mount}/delete-all"><button>Delete all</button></form>`
}

/** One mail: as its reader sees it, as plain text, its headers and where to get it raw. */
export function mailPage(mount: string, mail: Mail): Markup {
  const here = `${mount}/${mail.id}`
  const title = mail.subject || '(no subject)'
  return page(
    mount,
    title,
    html``,
    html`
      <nav><a href="${mount}">All mails</a></nav>
      <header><h1>${title}</h1></header>
      <dl class="about">
        <dt>From</dt><dd>${mail.from}</dd>
        <dt>To</dt><dd>${mail.to.join(', ')}</dd>
        ${mail.replyTo.length === 0 ? html`` : html`<dt>Reply to</dt><dd>${mail.replyTo.join(', ')}</dd>`}
        <dt>Delivered to</dt><dd>${mail.envelope.to.join(', ')}</dd>
        <dt>Received</dt><dd><time datetime="${mail.receivedAt}">${time.format(new Date(mail.receivedAt))}</time></dd>
      </dl>
      ${mail.html === undefined ? html`` : html`<section><h2>As it is read</h2><iframe title="The mail" src="${here}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`}
      <section><h2>Plain text</h2>${mail.text === '' ? html`<p class="empty">None.</p>` : html`<pre>${mail.text}</pre>`}</section>
      ${mail.attachments.length === 0 ? html`` : attachments(here, mail)}
      <details><summary>Headers</summary><dl class="headers">${mail.headers.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl></details>
      <p><a href="${here}/raw">As it came</a></p>`,
  )
}

function attachments(here: string, mail: Mail): Markup {
  const items = mail.attachments.map(
    ({ name, type, content }, index) =>
      html`<li><a href="${here}/attachments/${index}">${name}</a> ${type}, ${bytes.format(content.length / 1000)}</li>`,
  )
  return html`<section><h2>Attachments</h2><ul>${items}</ul></section>`
}

/** A page around what the previews show. */
export const previewFrame = (mount: string, title: string, body: Markup): Markup => page(mount, title, html``, body)

/** There is no such mail, or it was deleted. */
export function notFoundPage(mount: string): Markup {
  return page(
    mount,
    'No such mail',
    html``,
    html`<header><h1>No such mail</h1></header><p>It may have been deleted. <a href="${mount}">All mails</a></p>`,
  )
}

function page(mount: string, title: string, head: Markup, body: Markup): Markup {
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${mount}/style.css">
${head}
</head>
<body><main>${body}</main></body>
</html>`
}
