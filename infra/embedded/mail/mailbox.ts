import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import PostalMime, { type Address, type Email } from 'postal-mime'

/** Who the mail server was told the mail is from and for; the mail's own headers may say otherwise. */
export interface Envelope {
  readonly from: string
  readonly to: readonly string[]
}

/** What a list shows of a mail. */
export interface MailSummary {
  readonly id: string
  /** ISO instant. */
  readonly receivedAt: string
  readonly envelope: Envelope
  readonly from: string
  readonly to: readonly string[]
  readonly replyTo: readonly string[]
  readonly subject: string
  readonly messageId: string
}

export interface MailAttachment {
  readonly name: string
  readonly type: string
  readonly content: Uint8Array
  /** By which the mail names it, when it is shown in it. */
  readonly id: string | undefined
}

/** A mail, taken apart. */
export interface Mail extends MailSummary {
  readonly text: string
  readonly html: string | undefined
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly attachments: readonly MailAttachment[]
}

/** Caught mails, one `.eml` file each; its name is the time of arrival, so names sort by age. */
export interface Mailbox {
  /** Stores a mail; when this returns it is on disk. */
  keep(raw: Buffer, envelope: Envelope): Promise<string>
  /** Newest first. @param recipient only mails that were delivered to this address */
  list(limit: number, recipient?: string): Promise<MailSummary[]>
  count(): Promise<number>
  open(id: string): Promise<Mail | undefined>
  raw(id: string): Promise<Buffer | undefined>
  deleteAll(): Promise<void>
}

const UNFINISHED = '.part'
const ID = /^(\d{13})-[0-9a-f]{8}$/

/** Opens the mailbox in a folder, making it when it is not there. */
export function openMailbox(dir: string): Mailbox {
  mkdirSync(dir, { recursive: true })
  for (const name of readdirSync(dir)) if (name.endsWith(UNFINISHED)) rmSync(path.join(dir, name))

  let lastArrival = 0
  /** Summaries never change, and lists are asked for again and again. */
  const summaries = new Map<string, MailSummary>()

  const file = (id: string) => path.join(dir, `${id}.eml`)

  const ids = async () =>
    (await readdir(dir))
      .filter((name) => name.endsWith('.eml'))
      .map((name) => name.slice(0, -'.eml'.length))
      .filter((id) => ID.test(id))
      .toSorted()
      .toReversed()

  const raw = async (id: string): Promise<Buffer | undefined> => {
    if (!ID.test(id)) return undefined
    return readFile(file(id)).catch(absent)
  }

  const openMail = async (id: string): Promise<Mail | undefined> => {
    const bytes = await raw(id)
    return bytes && takeApart(id, bytes)
  }

  const summary = async (id: string): Promise<MailSummary | undefined> => {
    const known = summaries.get(id)
    if (known) return known
    const mail = await openMail(id)
    if (!mail) return undefined
    const { text: _text, html: _html, headers: _headers, attachments: _attachments, ...found } = mail
    summaries.set(id, found)
    return found
  }

  return {
    raw,
    open: openMail,

    async keep(message, envelope) {
      lastArrival = Math.max(Date.now(), lastArrival + 1)
      const id = `${String(lastArrival).padStart(13, '0')}-${randomBytes(4).toString('hex')}`
      {
        await using handle = await open(`${file(id)}${UNFINISHED}`, 'wx')
        await handle.writeFile(Buffer.concat([Buffer.from(traceHeaders(envelope)), message]))
        await handle.sync()
      }
      await rename(`${file(id)}${UNFINISHED}`, file(id))
      return id
    },

    async list(limit, recipient) {
      const found: MailSummary[] = []
      for (const id of await ids()) {
        if (found.length >= limit) break
        const mail = await summary(id)
        if (mail && (recipient === undefined || mail.envelope.to.some((to) => sameAddress(to, recipient))))
          found.push(mail)
      }
      return found
    },

    async count() {
      return (await ids()).length
    },

    async deleteAll() {
      for (const id of await ids()) await rm(file(id), { force: true })
      summaries.clear()
    },
  }
}

/** The headers that a mail server adds at delivery: the envelope is known from the file alone. */
function traceHeaders({ from, to }: Envelope): string {
  return [`Return-Path: <${from}>`, ...to.map((address) => `Delivered-To: ${address}`), ''].join('\r\n')
}

async function takeApart(id: string, raw: Buffer): Promise<Mail> {
  // Anybody may send anything to a mail server: what cannot be read is shown as it came.
  const email: Email = await PostalMime.parse(raw).catch(() => ({ ...UNREADABLE, text: raw.toString('latin1') }))
  const headerValues = (name: string) => email.headers.filter(({ key }) => key === name).map(({ value }) => value)
  return {
    id,
    receivedAt: new Date(Number(ID.exec(id)?.[1] ?? 0)).toISOString(),
    envelope: {
      from: headerValues('return-path')[0]?.replace(/^<|>$/g, '') ?? '',
      to: headerValues('delivered-to'),
    },
    from: email.from ? readable(email.from) : '',
    to: (email.to ?? []).map(readable),
    replyTo: (email.replyTo ?? []).map(readable),
    subject: email.subject ?? '',
    messageId: email.messageId ?? '',
    text: email.text ?? '',
    html: email.html,
    headers: email.headers.map(({ key, value }) => ({ name: key, value })),
    attachments: email.attachments.map(({ filename, mimeType, contentId, content }) => ({
      name: filename ?? 'unnamed',
      type: mimeType,
      id: contentId?.replace(/^<|>$/g, ''),
      content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
  }
}

const UNREADABLE: Email = { headers: [], headerLines: [], attachments: [], subject: '(could not be read)' }

function readable({ name, address }: Address): string {
  if (address === undefined || address === '') return name
  return name === '' || name === address ? address : `${name} <${address}>`
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function absent(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
