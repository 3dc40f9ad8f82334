import type { Log } from '@forecourt/kit/logging.ts'
import { z } from 'zod'
import { listen } from './notifications.ts'
import { ALL_CHANGED, changedChannel, LIVE } from './projection/schema-name.ts'

/** What the projector says of a tenant whose rows have changed (`projection/versions.ts`). */
const Notice = z.object({
  businessId: z.string(),
  version: z.string(),
  released: z.int(),
  generation: z.string(),
  tables: z.array(z.string()),
})
export type Notice = z.infer<typeof Notice>

/** Whoever wants to know of changes. */
interface Subscriber {
  readonly onChange: (notice: Notice) => void
  /** Something may have gone unheard: there is no connection any more, there is one again, a notice was not understood, or another read model is live. */
  readonly onGap: () => void
}

/** Tells within a process whose rows have changed, by one connection for all who want to know. */
export interface Changes {
  /** False while the connection is being made anew: there is a gap before it and one after it. */
  readonly listening: boolean
  subscribe(subscriber: Subscriber): void
  close(): Promise<void>
}

interface Options {
  readonly connectionString: string
  readonly log: Log
  readonly schema?: string
}

/** Listens to the projector. */
export function listenToChanges({ connectionString, log, schema = LIVE }: Options): Changes {
  const subscribers: Subscriber[] = []
  const onGap = (): void => {
    for (const subscriber of subscribers) subscriber.onGap()
  }
  const listener = listen({
    connectionString,
    channel: changedChannel(schema),
    log,
    onMessage: (payload) => {
      if (payload === ALL_CHANGED) {
        onGap()
        return
      }
      const notice = Notice.safeParse(jsonOf(payload))
      if (!notice.success) {
        // A projector of another version may say it in other words.
        log.warn({}, 'a change was told in words that are not understood')
        onGap()
        return
      }
      for (const { onChange } of subscribers) onChange(notice.data)
    },
    onListening: onGap,
    onLost: onGap,
  })
  return {
    get listening() {
      return listener.listening
    },
    subscribe: (subscriber) => void subscribers.push(subscriber),
    close: () => listener.close(),
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
