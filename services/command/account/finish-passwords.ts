import type { Log } from '@forecourt/kit/logging.ts'
import type pg from 'pg'
import type { Core } from '../log/core.ts'
import { untoldChanges } from './credentials.ts'
import { tellPasswordChanged } from './set-password.ts'

/** What is under way is left alone for so long, in milliseconds. */
const PATIENCE = 60_000

/** Tells the log of passwords that were changed by a process that died before it could. */
export async function finishPasswords(
  { core, pool }: { readonly core: Core; readonly pool: pg.Pool },
  now: () => Date,
  say: Log,
): Promise<void> {
  try {
    for (const change of await untoldChanges(pool, new Date(now().getTime() - PATIENCE))) {
      await tellPasswordChanged(core, pool, { actor: { kind: 'system' }, now }, change)
    }
  } catch (error) {
    say.warn({ error, step: 'passwords' }, 'what was begun could not be finished')
  }
}
