import { SMTPServer } from 'smtp-server'

/** A mail server of one side. */
export interface MailSink extends AsyncDisposable {
  readonly url: string
  /** How many mails it has taken. */
  taken(): number
}

/** Starts one that counts mails and keeps none: neither side is to wait for a disk that is not its own. */
export async function startMailSink(): Promise<MailSink> {
  let taken = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      stream.resume()
      stream.once('end', () => {
        taken += 1
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('a mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken: () => taken,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
