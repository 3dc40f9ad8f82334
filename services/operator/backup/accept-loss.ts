import type { Command } from '../cli/command.ts'

/**
 * `forecourt accept-loss`: what the vault has lost of files is not coming back. Workers delete no file while it lacks rows that it
 * had (infra/migrations/020-files-known.sql), and only somebody who has looked for back-ups knows that there is none.
 */
export const acceptLoss: Command = {
  name: 'accept-loss',
  summary: 'have workers delete again what is nobody’s, though the vault has lost whose some files were',
  example: 'forecourt accept-loss',
  explained: [],
  options: {},
  async run(_given, { pool }) {
    const { rows } = await pool.query<{ missing: number }>(
      `with missing as materialized (select reactions.files_missing()::int as rows),
         asked as (delete from reactions.checkpoint where reactor = 'files' and (select rows from missing) > 0),
         forgotten as (delete from reactions.files_known where (select rows from missing) > 0)
       select rows as missing from missing`,
    )
    const missing = rows[0]?.missing ?? 0
    return {
      sentences:
        missing === 0
          ? ['The vault knows all files that it knew: there is nothing to accept.']
          : [
              `The vault has lost whose ${missing} files were. Those that the log speaks of are known again with the next sweep, as far as it can be read; all others are deleted.`,
            ],
      facts: { missing },
    }
  },
}
