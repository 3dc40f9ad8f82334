import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Markup } from '@forecourt/kit/markup.ts'
import { listPage, mailPage, notFoundPage, previewFrame } from './inbox-pages.ts'
import { INBOX_STYLE } from './inbox-style.ts'
import type { Mail, Mailbox } from './mailbox.ts'
import { previewOf, previewPage, previewsPage, wantedPreview } from './previews.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** A mail is never run: no script, no form, nothing loaded; its links may open in a new tab. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "form-action 'none'; frame-ancestors 'self'"

const ON_A_PAGE = 100
const MOST_IN_JSON = 1000

/**
 * The page to read caught mails, and the same as JSON for tests:
 *
 *     GET    {mount}                      list, newest first
 *     GET    {mount}/messages.json        `{ total, messages }`; `?to=` one recipient, `?limit=` (100, at most 1,000)
 *     DELETE {mount}/messages.json        deletes all; `POST {mount}/delete-all` is the page's button for it
 *     GET    {mount}/previews             every mail that the product can send; below it `/{kind}` and `/{kind}/html`
 *     GET    {mount}/{id}                 one mail; below it `/html`, `/raw`, `/attachments/{n}`
 */
export function createInbox(mailbox: Mailbox, mount: string) {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://inbox.invalid')
    const path = pathname.startsWith(mount) ? pathname.slice(mount.length) : pathname
    const [, first = '', ...rest] = path.split('/')
    const page = (status: number, markup: Markup) => send(response, status, 'text/html; charset=utf-8', String(markup))

    if (request.method === 'DELETE' || request.method === 'POST') {
      if (!isOwnPage(request)) return send(response, 403, 'text/plain', 'Not from this page')
      if (first !== (request.method === 'DELETE' ? 'messages.json' : 'delete-all'))
        return page(404, notFoundPage(mount))
      await mailbox.deleteAll()
      if (request.method === 'DELETE') response.writeHead(204).end()
      else response.writeHead(303, { location: mount }).end()
      return
    }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return send(response, 405, 'text/plain', 'Not possible here')

    if (first === '') return page(200, listPage(mount, await mailbox.list(ON_A_PAGE), await mailbox.count()))
    if (first === 'style.css') return send(response, 200, 'text/css', INBOX_STYLE)
    if (first === 'messages.json') {
      return send(response, 200, 'application/json', JSON.stringify(await asJson(mailbox, searchParams)))
    }
    if (first === 'previews') return answerPreview(rest, searchParams, request, response, page)
    return answerMail(first, rest, response, page)
  }

  const answerPreview = async (
    [kind = '', part]: readonly string[],
    query: URLSearchParams,
    request: IncomingMessage,
    response: ServerResponse,
    page: (status: number, markup: Markup) => void,
  ): Promise<void> => {
    if (kind === '') return page(200, previewFrame(mount, 'Previews', await previewsPage(mount, query, request)))
    const wanted = wantedPreview(kind, query)
    if (wanted === undefined || (part !== undefined && part !== 'html')) return page(404, notFoundPage(mount))
    const mail = await previewOf(wanted, request)
    if (part === undefined) return page(200, previewFrame(mount, mail.subject, previewPage(mount, wanted, mail)))
    response.setHeader('content-security-policy', MAIL_POLICY)
    return send(response, 200, 'text/html; charset=utf-8', withLinksInNewTabs(mail.html))
  }

  const answerMail = async (
    id: string,
    rest: readonly string[],
    response: ServerResponse,
    page: (status: number, markup: Markup) => void,
  ): Promise<void> => {
    const mail = await mailbox.open(id)
    if (!mail) return page(404, notFoundPage(mount))
    const [part, number] = rest
    const attachment = part === 'attachments' ? mail.attachments[Number(number)] : undefined
    if (part === undefined) return page(200, mailPage(mount, mail))
    if (part === 'html' && mail.html !== undefined) {
      response.setHeader('content-security-policy', MAIL_POLICY)
      return send(response, 200, 'text/html; charset=utf-8', withLinksInNewTabs(withPictures(mail.html, mail)))
    }
    if (part === 'raw') return send(response, 200, 'text/plain; charset=utf-8', (await mailbox.raw(id)) ?? '')
    if (attachment) {
      response.setHeader('content-disposition', 'attachment')
      return send(response, 200, 'application/octet-stream', Buffer.from(attachment.content))
    }
    return page(404, notFoundPage(mount))
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader('content-security-policy', PAGE_POLICY)
    response.setHeader('x-content-type-options', 'nosniff')
    response.setHeader('referrer-policy', 'no-referrer')
    response.setHeader('cache-control', 'no-store')
    answer(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else send(response, 500, 'text/plain', 'The mail could not be shown')
    })
  }
}

async function asJson(mailbox: Mailbox, query: URLSearchParams) {
  const limit = Math.min(Math.max(1, Number(query.get('limit')) || ON_A_PAGE), MOST_IN_JSON)
  const summaries = await mailbox.list(limit, query.get('to') ?? undefined)
  const messages = await Promise.all(
    summaries.map(async (summary) => {
      const mail = await mailbox.open(summary.id)
      return {
        ...summary,
        text: mail?.text ?? '',
        html: mail?.html ?? null,
        attachments: (mail?.attachments ?? []).map(({ name, type, content }) => ({ name, type, size: content.length })),
      }
    }),
  )
  return { total: await mailbox.count(), messages }
}

/** Whether a request that deletes comes from our own page or from a program, not from somebody else's page. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return headers.origin === undefined || URL.parse(headers.origin)?.host === headers.host
}

/** The mail with the pictures that came along with it, as mail programs show them. */
function withPictures(html: string, { attachments }: Mail): string {
  return html.replaceAll(/\bsrc="cid:([^"]*)"/g, (named, wanted: string) => {
    const picture = attachments.find(({ id, type }) => id === wanted && /^image\/(?:png|jpeg)$/.test(type))
    return picture ? `src="data:${picture.type};base64,${Buffer.from(picture.content).toString('base64')}"` : named
  })
}

/** A link in a sandboxed frame has nowhere else to go. */
function withLinksInNewTabs(mail: string): string {
  const base = '<base target="_blank">'
  return /<head[^>]*>/i.test(mail) ? mail.replace(/<head[^>]*>/i, (head) => `${head}${base}`) : `${base}${mail}`
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
}
