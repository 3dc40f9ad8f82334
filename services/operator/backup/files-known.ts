import type pg from 'pg'

/** Files that the vault knew when workers last swept, and does not know (infra/migrations/020-files-known.sql). */
export async function filesMissing(database: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const { rows } = await database.query<{ missing: number }>('select reactions.files_missing()::int as missing')
  return rows[0]?.missing ?? 0
}

/**
 * The workers ask the log from its beginning which files it speaks of, and which licences bookings need: of files that are newer than
 * a back-up there are no rows, and what was read while keys were missing is of nobody. The notes are written before they are taken
 * away, so that they are there to be waited for: no worker enters what it has read before, or begins to read, until this is committed.
 */
export const ASK_ANEW = `
  insert into reactions.checkpoint (reactor, position) values ('files', 0), ('licences', 0)
  on conflict (reactor) do update set position = 0;
  delete from reactions.checkpoint where reactor in ('files', 'licences');
  delete from reactions.licence_uses`
