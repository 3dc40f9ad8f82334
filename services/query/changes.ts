import type { Log } from '@forecourt/kit/logging.ts'
import { z } from 'zod'
import { listen } from './notifications.ts'
import { changedChannel, LIVE } from './projection/schema-name.ts'

/** What the projector says of a tenant whose rows have changed (`projection/versions.ts`). */
const Notice = z.object({
  businessId: z.string(),
  version: z.string(),
  released: z.int(),
  generation: z.string(),
  tables: z.array(z.string()),
})
export type Notice = z.infer<typeof Notice>

/** Whoever is told of changes. What is said while nobody listens reaches nobody. */
interface Hearer {
  readonly onChange: (notice: Notice) => void
  /** After every connecting, also the first: ask for what may have been missed. */
  readonly onListening: () => void
  /** From here on nothing is heard. */
  readonly onLost?: () => void
}

/** Tells within a process whose rows have changed, by one connection for all who want to know. */
export interface Changes {
  /** False while the connection is being made anew. */
  readonly listening: boolean
  tell(hearer: Hearer): void
  close(): Promise<void>
}

interface Options {
  readonly connectionString: string
  readonly log: Log
  readonly schema?: string
}

/** Listens to the projector. Whoever wants to be told says so in the same turn of the event loop, before there is a connection. */
export function listenToChanges({ connectionString, log, schema = LIVE }: Options): Changes {
  const hearers: Hearer[] = []
  const listener = listen({
    connectionString,
    channel: changedChannel(schema),
    log,
    onMessage: (payload) => {
      const notice = Notice.safeParse(jsonOf(payload))
      if (!notice.success) return log.warn({}, 'a change was told in words that are not understood')
      for (const { onChange } of hearers) onChange(notice.data)
    },
    onListening: () => {
      for (const { onListening } of hearers) onListening()
    },
    onLost: () => {
      for (const { onLost } of hearers) onLost?.()
    },
  })
  return {
    get listening() {
      return listener.listening
    },
    tell: (hearer) => void hearers.push(hearer),
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
