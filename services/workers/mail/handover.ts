import type { Readable } from 'node:stream'
import type { Turn } from './turns.ts'

/** How long a mail server may take for what, in milliseconds. One that says a little now and then is never silent: these are ends. */
export interface Limits {
  /** To be there, to greet and to let us in. Connection and greeting have an end of their own, which is sooner. */
  readonly welcome: number
  /** To want the message, when it has heard from whom and to whom. */
  readonly envelope: number
  /** To take all of the message. */
  readonly message: number
  /**
   * To say that it has the message (RFC 5321, 4.5.3.2.6): it may look into it, or be slow on purpose. Whoever hangs up sooner sends it
   * again to a server that has it.
   */
  readonly answer: number
  /** For none of these, until the next mail is begun meanwhile. */
  readonly alone: number
  /** For what is under way when the process is to stop. */
  readonly end: number
}

/** A mail on its way to the mail server. */
export interface Handover {
  /** Aborts when a limit is over, or it was stopped. */
  readonly signal: AbortSignal
  /** The server waits for what comes next, or we for its answer; it has so long for that. */
  goOn(limit: Exclude<keyof Limits, 'alone' | 'end'>): void
  stop(reason: Error): void
  /** It is over, one way or the other. */
  end(): void
}

/** Begins with a turn: what a mail waits before it has one is none of the server's time. */
export function beginHandover(limits: Limits, turn: Turn): Handover {
  const controller = new AbortController()
  const tooLong = () => controller.abort()
  let timer = setTimeout(tooLong, limits.welcome)
  const alone = setTimeout(() => turn.yield(), limits.alone)
  let isOver = false
  return {
    signal: controller.signal,
    goOn(limit) {
      if (isOver) return
      clearTimeout(timer)
      timer = setTimeout(tooLong, limits[limit])
      alone.refresh()
    },
    stop: (reason) => controller.abort(reason),
    end() {
      isOver = true
      clearTimeout(timer)
      clearTimeout(alone)
      turn.end()
    },
  }
}

/**
 * Tells the handover how far it is by how far its message is read. The mailer asks for the message when it has a connection
 * that is logged in, reads of it when the server has answered that it wants it, and has written the final dot when it has read all.
 */
export function followed(message: Readable, handover: Handover | undefined): Readable {
  handover?.goOn('envelope')
  message.once('resume', () => handover?.goOn('message'))
  message.once('end', () => handover?.goOn('answer'))
  return message
}
