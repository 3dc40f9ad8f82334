import { type Rewrapped, rewrap } from '@forecourt/event-log/vault/rewrap.ts'
import { type Command, StoppedError } from '../cli/command.ts'

/** `forecourt privacy rewrap`: the keys of persons under another master key. Exit code 1 when one of them opens with neither. */
export const rewrapKeys: Command = {
  name: 'privacy rewrap',
  summary: 'wrap with MASTER_KEY whatever OTHER_MASTER_KEY has wrapped, while everybody works',
  example: 'forecourt privacy rewrap',
  explained: [],
  options: {},
  async run(_given, { pool, masterKeys }, progress) {
    const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from vault.people')
    let done: Rewrapped = { seen: 0, rewrapped: 0, shut: 0 }
    for await (done of rewrap(pool, masterKeys)) {
      progress.report(done.seen, rows[0]?.count)
      if (progress.signal.aborted) {
        throw new StoppedError(`stopped after ${done.seen} people: run the same command again, what is done stays done`)
      }
    }
    const { seen, rewrapped, shut } = done
    return {
      sentences: [
        `${rewrapped} of ${seen} keys were wrapped anew.`,
        shut === 0
          ? 'MASTER_KEY opens all of them.'
          : `${shut} keys open with neither MASTER_KEY nor OTHER_MASTER_KEY: a third one has wrapped them.`,
        ...(rewrapped === 0 && shut === 0 ? ['Nothing needs OTHER_MASTER_KEY any more.'] : []),
      ],
      facts: { ...done },
      amiss: shut > 0,
    }
  },
}
