import { parsePosition } from '@forecourt/event-log/port.ts'
import { secondsBehind } from '@forecourt/event-log/seconds-behind.ts'
import { OF_INTEREST, REACTOR } from '@forecourt/workers/reactor/reading.ts'
import type { Platform } from '../platform.ts'

/** How far the workers have looked for mails and documents that the log calls for. */
export interface ReactorLag {
  /** 0 when they have not begun. */
  readonly position: string
  /** For how long the oldest event that they have not looked at has been in the log; 0 when there is none. */
  readonly seconds: number
}

export async function reactorLag({ core, pool, call }: Platform): Promise<ReactorLag> {
  const { rows } = await pool.query<{ position: string }>(
    'select position::text from reactions.checkpoint where reactor = $1',
    [REACTOR],
  )
  const position = rows[0]?.position ?? '0'
  const seconds = await secondsBehind(core.log, parsePosition(position) ?? 'start', call.now(), OF_INTEREST)
  return { position, seconds }
}
