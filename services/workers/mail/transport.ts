import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mail } from './compose.ts'
import { beginHandover, followed, type Handover, type Limits } from './handover.ts'
import { asMessage, BY_A_MACHINE } from './message.ts'
import { MailNotTaken, notTaken } from './not-taken.ts'
import { TryAgainLater } from './patience.ts'
import { createTurns, type Turn, type Turns } from './turns.ts'

/** A mail server. */
export interface MailTransport {
  /**
   * Hands the mail over.
   * @throws {MailNotTaken} says why, and whether it will ever be
   * @throws {TryAgainLater} there was no turn for it, or the process is to stop: that was no attempt
   */
  send(mail: Mail, messageId: string): Promise<void>
  close(): void
}

/** One address and nothing else: no list, no name, no second line (SECURITY rule 17). */
const ONE_ADDRESS = /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@[^\s@,;:<>()[\]"\\\p{C}]{1,255}$/u

/** A server that asks another one about a recipient before it answers takes half a minute for that now and then. */
const LIMITS: Limits = {
  welcome: 60_000,
  envelope: 60_000,
  message: 600_000,
  answer: 600_000,
  alone: 10_000,
  end: 10_000,
}

/** Mails that a server is spoken to about at once. */
const AT_ONCE = 3
/** Connections, with those where it takes its time. */
const MOST = 10

/** A mail that has no turn for so long is given back, and is put in line again later: documents want their turn too. In milliseconds. */
const WAITS_FOR_TURN = 60_000
const COMES_AGAIN = 15_000

/**
 * Connects to `SMTP_URL` when there is something to send. Files and addresses in mails are never fetched.
 * @param options.ending aborts when the process is to stop
 */
export function createMailTransport(
  smtpUrl: string,
  { limits: own = {}, ending }: { readonly limits?: Partial<Limits>; readonly ending?: AbortSignal } = {},
): MailTransport {
  const limits = { ...LIMITS, ...own }
  // Of all limits the longest silence that there may be: which one holds depends on what is waited for.
  const socketTimeout = limits.answer + limits.envelope
  const transport = createTransport({ pool: true, maxConnections: MOST, ...serverAt(smtpUrl), socketTimeout })
  const turns = createTurns(AT_ONCE, MOST)
  const underWay = new Map<AbortSignal, Handover>()
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((stream) => followed(stream, data.signal && underWay.get(data.signal)))
    done()
  })
  const atTheEnd = () => {
    setTimeout(() => {
      for (const handover of underWay.values()) handover.stop(new TryAgainLater(COMES_AGAIN, 'the process is to stop'))
    }, limits.end).unref()
  }
  ending?.addEventListener('abort', atTheEnd, { once: true })

  async function handOver(sent: SendMailOptions, turn: Turn): Promise<void> {
    const handover = beginHandover(limits, turn)
    underWay.set(handover.signal, handover)
    try {
      await transport.sendMail({ ...sent, signal: handover.signal })
    } catch (error) {
      if (handover.signal.reason instanceof TryAgainLater) throw handover.signal.reason
      throw notTaken(error)
    } finally {
      underWay.delete(handover.signal)
      handover.end()
    }
  }

  return {
    async send(mail, messageId) {
      // Who made it into the log past today's rules still makes no header of their own.
      if (!ONE_ADDRESS.test(mail.to.address)) throw new MailNotTaken('address-refused', 'it is not one address')
      const turn = await turnOf(turns, ending)
      await handOver(asSent(mail, messageId), turn)
    },
    close() {
      ending?.removeEventListener('abort', atTheEnd)
      transport.close()
    },
  }
}

/** @throws {TryAgainLater} there is none for long, or the process is to stop */
async function turnOf(turns: Turns, ending: AbortSignal | undefined): Promise<Turn> {
  const waits = new AbortController()
  const giveUp = (reason: string) => () => waits.abort(new TryAgainLater(COMES_AGAIN, reason))
  const stop = giveUp('the process is to stop')
  if (ending?.aborted === true) stop()
  ending?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(giveUp('the mail server is busy with other mails'), WAITS_FOR_TURN)
  try {
    return await turns.take(waits.signal)
  } finally {
    clearTimeout(timer)
    ending?.removeEventListener('abort', stop)
  }
}

/** What nodemailer is given: a message that is written, or what a message with files is to be made of. */
function asSent(mail: Mail, messageId: string): SendMailOptions {
  const { from, to, attachments = [] } = mail
  if (attachments.length > 0) return { ...mail, attachments: [...attachments], messageId, headers: BY_A_MACHINE }
  return { raw: asMessage(mail, messageId), envelope: { from: from.address, to: to.address }, messageId }
}

/**
 * Asks the mail server whether it would take mails from us; nothing is sent.
 * @throws {Error} it does not answer, or does not know the user
 */
export async function greetMailServer(smtpUrl: string): Promise<void> {
  const transport = createTransport({ ...serverAt(smtpUrl), socketTimeout: 30_000 })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function serverAt(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
