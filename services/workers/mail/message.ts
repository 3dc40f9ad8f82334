import { randomUUID } from 'node:crypto'
import MimeNode from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Mail } from './compose.ts'

/** Says of a mail that nobody wrote it by hand: no holiday notice answers it. */
export const BY_A_MACHINE = { 'Auto-Submitted': 'auto-generated' } as const

/**
 * A mail without files as it goes to the mail server. Its headers are nodemailer's, which lets nothing in a name or a
 * subject become a header of its own. Its two texts are encoded here in one go, as nodemailer encodes what
 * needs it (what is plain, or mostly of another script, it would send as 7bit or base64): by its streams, a dozen for each
 * mail, that costs several times as much.
 * @returns lines ended by `\r\n` or `\n`: the transport makes all of them `\r\n`
 */
export function asMessage({ from, to, replyTo, subject, text, html }: Mail, messageId: string): string {
  const root = new MimeNode('multipart/alternative', { baseBoundary: randomUUID() })
  root.setHeader({ ...BY_A_MACHINE, from: { ...from }, to: { ...to } })
  if (replyTo !== undefined) root.setHeader('reply-to', { ...replyTo })
  root.setHeader({ subject, 'message-id': messageId })
  const headers = root.buildHeaders() // gives the message its boundary
  const between = `--${String(root.boundary)}`
  return [headers, '', between, part('text/plain', text), between, part('text/html', html), `${between}--`, ''].join(
    '\r\n',
  )
}

const part = (type: string, content: string): string =>
  [
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    wrap(encode(content)),
  ].join('\r\n')
