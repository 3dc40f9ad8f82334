import { STATUS_CODES } from 'node:http'
import type { Answer, Call, Section } from '@forecourt/contracts/calls/call.ts'
import { ANYWHERE, REFUSALS, type RefusalCode, refusalsOf } from '@forecourt/contracts/calls/refusals.ts'
import { CALLS } from '@forecourt/contracts/calls.ts'
import { BOOKING_TOKEN_HEADER } from '@forecourt/contracts/renter-booking.ts'
import { html, type Markup } from '@forecourt/kit/markup.ts'
import { exampleOf } from './examples.ts'
import { fieldTable } from './field-table.ts'
import { type Chapter, guideOf, SECTIONS } from './guide.ts'
import { parametersOf } from './parameters.ts'
import { prose } from './prose.ts'
import { refTo } from './schemas.ts'

/** The documentation as a page: complete without a script, one anchor a call, from a telephone's width up. */
export function documentationPage(cookie: string): string {
  const guide = guideOf(cookie)
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Forecourt API</title>
<link rel="stylesheet" href="/api/docs/style.css">
</head>
<body>
<header class="top">
<p class="name"><a href="#top" id="top">Forecourt <span>API</span></a></p>
<p class="lead">Vehicle rental for many businesses: a portal for renters, a desk for staff. ${CALLS.length} calls.
As a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
</header>
<details class="contents"><summary>Contents</summary><nav aria-label="Contents">${contents(guide)}</nav></details>
<main>
${guide.map(chapter)}
${SECTIONS.map(sectionOf)}
</main>
</body>
</html>
`.toString()
}

const WHO = { anyone: 'anyone', member: 'members', link: 'whoever has the link' } as const

const callsOf = (section: Section) => CALLS.filter((call) => call.section === section)

function contents(guide: readonly Chapter[]): Markup {
  return html`<h2>Guide</h2>
<ul>${guide.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${SECTIONS.map(
  (one) => html`<h2>${one.name}</h2>
<ul>${callsOf(one).map(({ id, method, summary }) => html`<li><a href="#${id}"><span>${summary}</span>${badge(method)}</a></li>`)}</ul>`,
)}`
}

function chapter({ id, title, paragraphs }: Chapter): Markup {
  return html`<section class="chapter" id="${id}"><h2>${title}</h2>${paragraphs.map(prose)}</section>
`
}

function sectionOf(one: Section): Markup {
  return html`<section class="calls"><header><h2>${one.name}</h2>${prose(one.about)}</header>
${callsOf(one).map(article)}</section>
`
}

function article(call: Call): Markup {
  const parameters = parametersOf(call)
  return html`<article id="${call.id}">
<h3><a href="#${call.id}">${call.summary}</a></h3>
<p class="line">${badge(call.method)} <code>${call.path}</code> <span class="access">${WHO[call.access]}</span></p>
${(call.about ?? '').split('\n\n').filter(Boolean).map(prose)}
${when(
  parameters.length > 0,
  html`<h4>Parameters</h4>
<table><tbody>${parameters.map(
    ({ name, in: place, required, description, schema }) =>
      html`<tr><th scope="row"><code>${name}</code><small>${place}${required ? '' : ', optional'}</small></th><td>${prose(description)}${choices(schema.enum)}</td></tr>
`,
  )}</tbody></table>`,
)}
${call.body === undefined ? '' : html`<h4>Body</h4>${fieldTable(refTo(call.body))}`}
<details><summary>Example</summary><pre><code>${exampleRequest(call)}</code></pre></details>
<h4>Answers</h4>
${Object.entries(call.answers).map(([status, answer]) => success(status, answer))}
<details><summary>Refusals</summary><table><tbody>${refusals(call)}</tbody></table></details>
</article>
`
}

function success(status: string, { about, content, headers }: Answer): Markup {
  const [first] = content
  return html`<div class="answer"><p><b class="good">${status}</b> ${about} ${content.length === 0 ? '' : html`<small>${content.map(({ type }) => type).join(', ')}</small>`}</p>
${when(headers.length > 0, html`<p class="headers">${headers.map((name) => html`<code>${name}</code> `)}</p>`)}
${
  first?.schema === undefined
    ? ''
    : html`<details><summary>Fields and example</summary>${fieldTable(refTo(first.schema))}<pre><code>${JSON.stringify(exampleOf(refTo(first.schema)), null, 2)}</code></pre></details>`
}</div>`
}

/** Without what any call may be refused for: the guide says that once. */
function refusals(call: Call): Markup[] {
  return Object.entries(refusalsOf(call)).flatMap(([status, codes]) =>
    codes.filter((code) => !isAnywhere(Number(status), code)).map((code) => refusal(status, code)),
  )
}

function isAnywhere(status: number, code: RefusalCode): boolean {
  return ANYWHERE[status]?.includes(code) === true && code !== 'unavailable'
}

function refusal(status: string, code: RefusalCode): Markup {
  return html`<tr><th scope="row"><b class="bad" title="${STATUS_CODES[status] ?? ''}">${status}</b> <code>${code}</code></th><td>${prose(REFUSALS[code])}</td></tr>
`
}

/** The request as text, as it goes over the wire. */
function exampleRequest({ method, path, service, access, idempotent, example }: Call): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_braces, name: string) => example.params?.[name] ?? name)
  const query = example.query === undefined ? '' : `?${new URLSearchParams(example.query).toString()}`
  const lines = [
    `${method} ${address}${query} HTTP/1.1`,
    ...(access === 'member' ? ['Cookie: forecourt.sid=…'] : []),
    ...(access === 'link' ? [`${BOOKING_TOKEN_HEADER}: …`] : []),
    ...(service === 'command' ? ['Sec-Fetch-Site: none'] : []),
    ...(idempotent === true ? ['Idempotency-Key: 5b8f3f9e-3f0e-4c4f-8a53-0a4f6b1d2c77'] : []),
    ...(example.body === undefined
      ? []
      : ['Content-Type: application/json', '', JSON.stringify(example.body, null, 2)]),
  ]
  return lines.join('\n')
}

function badge(method: string): Markup {
  return html`<b class="method ${method.toLowerCase()}">${method}</b>`
}

function choices(values: unknown): Markup {
  return Array.isArray(values)
    ? html`<p class="choices">${values.map((one) => html`<code>${String(one)}</code> `)}</p>`
    : html``
}

function when(condition: boolean, markup: Markup): Markup {
  return condition ? markup : html``
}
