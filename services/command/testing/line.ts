import { addressOf, openLink } from '@forecourt/infra/testing/link.ts'

/** A line between a process and its database that can be cut. */
export interface Line {
  /** The database's address by way of this line. */
  readonly url: string
  /** Breaks all connections and takes no new one. */
  cut(): void
  /** Breaks all connections as a machine does that no longer knows of them (RST); new ones are taken. */
  reset(): void
  /** Lets what is sent arrive and holds back what is answered: nobody learns what became of it. */
  swallowAnswers(): void
  /** Lets nothing through and breaks nothing: for some seconds nobody can tell that from a quiet time. */
  stall(): void
  /** Lets through what was stalled, also what has been sent meanwhile. */
  goOn(): void
  mend(): void
  close(): Promise<void>
}

/** Puts a TCP relay on a free port in front of a database. */
export async function lineTo(databaseUrl: string): Promise<Line> {
  let isCut = false
  const link = await openLink(() => (isCut ? undefined : addressOf(databaseUrl)))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(link.port)
  return {
    url: url.href,
    cut() {
      isCut = true
      link.hangUp()
    },
    reset: () => link.cut(),
    swallowAnswers: () => link.stall('answers'),
    stall: () => link.stall(),
    goOn: () => link.mend(),
    mend() {
      // What was held back never comes.
      if (!isCut) link.cut()
      isCut = false
      link.mend()
    },
    async close() {
      await link[Symbol.asyncDispose]()
    },
  }
}
