import type { APIRequestContext } from '@playwright/test'
import * as z from 'zod/mini'

const Listed = z.object({ messages: z.array(z.object({ subject: z.string(), to: z.array(z.string()) })) })

/** The embedded run's inbox. */
export class Inbox {
  readonly request: APIRequestContext

  constructor(request: APIRequestContext) {
    this.request = request
  }

  /** Subjects of the mails to one address, newest first. */
  async subjects(to: string): Promise<string[]> {
    const answer = await this.request.get('/dev/mail/messages.json', { params: { to } })
    return z.parse(Listed, await answer.json()).messages.map(({ subject }) => subject)
  }
}
