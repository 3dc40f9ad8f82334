import type { FailureCause } from '@forecourt/domain/notification/events.ts'

/** A mail server did not take a mail. The message is the answer's or the error's code only, never an address. */
export class MailNotTaken extends Error {
  override readonly name = 'MailNotTaken'
  readonly why: FailureCause

  constructor(why: FailureCause, reason: string) {
    super(reason)
    this.why = why
  }

  /** Whether it never will be. What is wrong with us or with the way is mended some time; these two are not. */
  get isFinal(): boolean {
    return this.why === 'address-refused' || this.why === 'message-refused'
  }
}

/** What an error of the mailer means. */
export function notTaken(error: unknown): MailNotTaken {
  if (error instanceof MailNotTaken) return error
  if (!(error instanceof Error)) return new MailNotTaken('unknown', 'the mail could not be handed over')
  if (error.name === 'AbortError') return new MailNotTaken('server-unreachable', 'the mail server took too long')
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const answer = 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : undefined
  if (answer === undefined) return new MailNotTaken(withoutAnswer(code), code ?? 'the mail could not be handed over')
  const command = 'command' in error && typeof error.command === 'string' ? error.command : ''
  const text = 'response' in error && typeof error.response === 'string' ? error.response : ''
  return new MailNotTaken(inAnswer(command, answer, text), `the mail server answered ${answer}`)
}

const OURS: ReadonlySet<string | undefined> = new Set(['EAUTH', 'ETLS', 'ENOAUTH', 'EREQUIRETLS'])
const NO_WAY = /^(E(CONN\w*|TIMEDOUT|SOCKET|DNS|PIPE|PROTOCOL|HOSTUNREACH|NETUNREACH|AI_AGAIN)|ENOTFOUND)$/

function withoutAnswer(code: string | undefined): FailureCause {
  if (OURS.has(code)) return 'platform-refused'
  if (code === 'EENVELOPE') return 'address-refused'
  return code !== undefined && NO_WAY.test(code) ? 'server-unreachable' : 'unknown'
}

/** "Log in first", which some servers say as late as of a recipient: 530 and the codes beside it. */
const ABOUT_THE_LOGIN: ReadonlySet<number> = new Set([530, 534, 535, 538])
/** Class 5.7 of RFC 3463, "security or policy": said of a recipient, it is mostly "relay access denied" to who is not logged in. */
const POLICY = /^\d{3}[ -]5\.7\./
/** RFC 7372 and 8616: SPF, DKIM, DMARC or reverse DNS of the sender are not in order. */
const UNPROVEN_SENDER = /^\d{3}[ -]5\.7\.2\d/

/**
 * RCPT TO and DATA are asked about the mail itself. What a server says before them is about us: a wrong password, a missing
 * login or an unfriendly greeting would be the end of every mail, so whoever runs the platform mends it and all are tried again.
 */
function inAnswer(command: string, code: number, text: string): FailureCause {
  const isAboutMail = command === 'RCPT TO' || command === 'DATA'
  if (code < 500) return isAboutMail ? 'receiver-busy' : 'server-unreachable'
  if (!isAboutMail || ABOUT_THE_LOGIN.has(code) || UNPROVEN_SENDER.test(text)) return 'platform-refused'
  if (command === 'DATA') return 'message-refused'
  return POLICY.test(text) ? 'platform-refused' : 'address-refused'
}
