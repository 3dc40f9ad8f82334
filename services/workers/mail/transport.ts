import { createTransport } from 'nodemailer'
import type { Mail } from './compose.ts'

/** A mail server. */
export interface MailTransport {
  /** Hands the mail over. @throws {MailRefused} it will never be taken; any other error: try again later */
  send(mail: Mail, messageId: string): Promise<void>
  close(): void
}

/** The mail server refused this mail for good (an answer of the 500s). The message holds its code only, never an address. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Connects to `SMTP_URL` when there is something to send. Files and addresses in mails are never fetched. */
export function createMailTransport(smtpUrl: string): MailTransport {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail, messageId) {
      try {
        await transport.sendMail({ ...mail, messageId, headers: { 'Auto-Submitted': 'auto-generated' } })
      } catch (error) {
        const code = codeOfFinalRefusal(error)
        throw code === undefined ? error : new MailRefused(`the mail server answered ${code}`)
      }
    },
    close: () => transport.close(),
  }
}

/** What a server is asked about the mail itself. What it says before, about us, has nothing to do with this one. */
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(['RCPT TO', 'DATA'])
/** "Log in first", which some servers say this late only: 530 and the codes beside it. */
const ABOUT_THE_LOGIN: ReadonlySet<number> = new Set([530, 534, 535, 538])
/** Class 5.7 of RFC 3463, "security or policy": said of a recipient, it is mostly "relay access denied" to who is not logged in. */
const POLICY = /^\d{3}[ -]5\.7\./

/**
 * The answer's code when the server refused this recipient or this message for good. A wrong password, a missing login or an
 * unfriendly greeting would be the end of every mail: whoever runs the platform mends that, and the mail is tried again.
 */
function codeOfFinalRefusal(error: unknown): number | undefined {
  if (!(error instanceof Error && 'command' in error && 'responseCode' in error)) return undefined
  const { command, responseCode } = error
  if (!ABOUT_THE_MAIL.has(command) || typeof responseCode !== 'number' || responseCode < 500) return undefined
  if (ABOUT_THE_LOGIN.has(responseCode)) return undefined
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : ''
  return command === 'RCPT TO' && POLICY.test(answer) ? undefined : responseCode
}
