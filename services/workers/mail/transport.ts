import { createTransport } from 'nodemailer'
import type { Mail } from './compose.ts'

/** A mail server. */
export interface MailTransport {
  /** Hands the mail over. @throws {MailRefused} it will never be taken; any other error: try again later */
  send(mail: Mail, messageId: string): Promise<void>
  close(): void
}

/** The mail server refused for good (an answer of the 500s). The message holds its code only, never an address. */
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
        const code = responseCode(error)
        if (code !== undefined && code >= 500) throw new MailRefused(`the mail server answered ${code}`)
        throw error
      }
    },
    close: () => transport.close(),
  }
}

function responseCode(error: unknown): number | undefined {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number'
    ? error.responseCode
    : undefined
}
