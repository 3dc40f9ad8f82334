import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { createInbox } from './inbox.ts'
import { openMailbox } from './mailbox.ts'

interface Options {
  /** Folder of the caught mails; made when it is not there. */
  readonly dir: string
  /** Path below which `inbox` is reached. */
  readonly mount?: string
}

export interface MailCatcher {
  /** Starts on 127.0.0.1, on any free port unless one is given, and gives the address for `SMTP_URL`. */
  listen(port?: number): Promise<string>
  /** The page to read mails, a handler for everything below the mount path. */
  readonly inbox: (request: IncomingMessage, response: ServerResponse) => void
  /** Takes no more mails, finishes those under way, ends. */
  close(): Promise<void>
}

const LONGEST_MAIL = 10 * 1024 * 1024

/**
 * A mail server that delivers nothing: it keeps each mail on disk, for whomever it is, and shows it. A mail that was
 * answered with success is on disk.
 */
export function createMailCatcher({ dir, mount = '/dev/mail' }: Options): MailCatcher {
  const mailbox = openMailbox(dir)
  const server = new SMTPServer({
    name: 'forecourt.localhost',
    size: LONGEST_MAIL,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    socketTimeout: 30_000,
    closeTimeout: 2_000,
    onData(stream, session, done) {
      const envelope = {
        from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
        to: session.envelope.rcptTo.map(({ address }) => address),
      }
      const kept = async () => {
        const raw = await buffer(stream)
        if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too long'), { responseCode: 552 })
        return mailbox.keep(raw, envelope)
      }
      callbackify(kept)((error, id) => done(error, `kept as ${id}`))
    },
  })
  // A client that goes away in the middle is its own affair.
  server.on('error', () => {})

  return {
    inbox: createInbox(mailbox, mount),

    async listen(port = 0) {
      const listening = server.listen(port, '127.0.0.1')
      await new Promise<void>((resolve, reject) => {
        listening.once('listening', resolve).once('error', reject)
      })
      const address = listening.address()
      if (address === null || typeof address === 'string') throw new Error('listening on a port gives a port')
      return `smtp://127.0.0.1:${address.port}`
    },

    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
