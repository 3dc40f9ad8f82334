import type pg from 'pg'

/** Files that the vault knew when workers last swept, and does not know (infra/migrations/020-files-known.sql). */
export async function filesMissing(database: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await database.query<{ missing: number }>('select reactions.files_missing()::int as missing')
  return rows[0]?.missing ?? 0
}

/** The workers ask the log from its beginning which files it speaks of: those that are newer than a back-up have no rows. */
export const ASK_ANEW = `delete from reactions.checkpoint where reactor = 'files'`
