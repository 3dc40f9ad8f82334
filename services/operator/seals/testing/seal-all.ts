import { SEAL_STREAM } from '@forecourt/domain/streams.ts'
import type { EventLog } from '@forecourt/event-log/port.ts'
import { sealKey } from '@forecourt/event-log/seals/keys.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { runSealer } from '@forecourt/workers/seals/sealer.ts'
import { vi } from 'vitest'

interface Sealed {
  readonly eventLog: EventLog
  readonly log: Log
}

/**
 * Seals what is new in the log, which must be something, and stops sealing.
 * @param seed of the key that seals, as `SEAL_KEY`
 * @param file where seals are outside the database
 */
export async function sealAll({ eventLog, log }: Sealed, seed: string, file: string): Promise<void> {
  const before = await eventLog.head()
  const end = new AbortController()
  const sealer = { eventLog, key: sealKey(seed), file, appVersion: '1.0.0', log, now: () => new Date() }
  const sealing = runSealer(sealer, end.signal)
  await vi.waitFor(
    async () => {
      const newest = (await Array.fromAsync(eventLog.read(SEAL_STREAM))).at(-1)
      if ((newest?.position ?? -1n) <= before) throw new Error(`there is no seal behind ${before} yet`)
    },
    { timeout: 60_000, interval: 20 },
  )
  end.abort()
  await sealing
}
