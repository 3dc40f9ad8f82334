import { type APIRequestContext, expect } from '@playwright/test'
import * as z from 'zod/mini'

const Listed = z.object({
  messages: z.array(
    z.object({
      subject: z.string(),
      to: z.array(z.string()),
      text: z.string(),
      attachments: z.array(z.object({ name: z.string() })),
    }),
  ),
})

/** The embedded run's inbox. */
export class Inbox {
  readonly request: APIRequestContext

  constructor(request: APIRequestContext) {
    this.request = request
  }

  /** Subjects of the mails to one address, newest first. */
  async subjects(to: string): Promise<string[]> {
    return (await this.messages(to)).map(({ subject }) => subject)
  }

  /** The newest link to their own page that a renter has been mailed, as the path of an address. Waits for `count` mails with one. */
  async bookingPage(to: string, count = 1): Promise<string> {
    let found: string[] = []
    await expect
      .poll(
        async () => {
          found = (await this.messages(to)).flatMap(({ text }) => /\/[a-z0-9-]+\/booking\/[\w-]{96}/.exec(text) ?? [])
          return found.length
        },
        { timeout: 120_000 },
      )
      .toBeGreaterThanOrEqual(count)
    return found[0] ?? ''
  }

  /** Names of all files that came with the mails to one address. */
  async enclosed(to: string): Promise<string[]> {
    return (await this.messages(to)).flatMap(({ attachments }) => attachments.map(({ name }) => name))
  }

  async messages(to: string) {
    const answer = await this.request.get('/dev/mail/messages.json', { params: { to } })
    return z.parse(Listed, await answer.json()).messages
  }

  /**
   * The link with which somebody chooses a password, from their newest mail; waits for it.
   * @param after links that were mailed before
   */
  async passwordLink(to: string, after: readonly string[] = []): Promise<string> {
    const newest = async () => {
      const answer = await this.request.get('/dev/mail/messages.json', { params: { to } })
      const [mail] = z.parse(Listed, await answer.json()).messages
      const link = /https?:\S+\/admin\/reset#\S+/.exec(mail?.text ?? '')?.[0]
      return link === undefined || after.includes(link) ? undefined : link
    }
    await expect.poll(newest).toBeDefined()
    return (await newest()) ?? ''
  }
}
