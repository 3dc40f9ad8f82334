import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EVERYTHING } from '@forecourt/event-log/port.ts'
import type { Platform } from '../platform.ts'

/** Where something of a person was found. */
export interface Trace {
  /** A table, a file, or where in the log. */
  readonly where: string
  /** How many rows, events or pieces of the file. */
  readonly count: number
}

/** Shorter texts are in everything: a flat's number, a first letter. */
const TELLING = 5

/**
 * What a person can be found by: the texts that were sealed, without those that others have in their rows as well, such as
 * the address of two who live together.
 * @param texts everything that was sealed of them
 */
export async function tellingTexts(
  { pool }: Platform,
  customerId: string,
  texts: readonly string[],
): Promise<readonly string[]> {
  const candidates = [...new Set(texts.map((text) => text.trim()))].filter((text) => text.length >= TELLING)
  const { rows } = await pool.query<{ text: string }>(
    `select text from unnest($2::text[]) as candidate (text)
     where not exists (
       select from read.bookings other
       where other.customer_id <> $1
         and text in (other.contact_name, other.contact_email, other.contact_phone, other.contact_address, other.notes, other.admin_notes)
     ) and not exists (
       select from read.businesses where text in (name, contact_email, contact_phone, address)
     ) and not exists (select from read.users where text in (email, first_name, last_name))`,
    [customerId, candidates],
  )
  return rows.map(({ text }) => text)
}

/** The name of a file that was deleted is kept, without whose it was, so that nobody uses it again: it leads nowhere. */
const LEFT_ON_PURPOSE = new Map([['vault.files', '(select * from vault.files where condemned_at is null)']])

/** Looks for the texts in every row of every table of the database, queue and sessions among them. */
export async function tracesInTables({ pool }: Platform, texts: readonly string[]): Promise<Trace[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
     order by 1`,
  )
  // A row as text shows bytes in hexadecimal.
  const patterns = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')])
  const found: Trace[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      // The row is written out once and not once for each pattern: "offset 0" keeps the planner from moving it.
      `select count(*)::int as count
       from ${LEFT_ON_PURPOSE.get(name) ?? name} t cross join lateral (select lower(t::text) as line offset 0) written
       where exists (
         select from unnest((select array_agg(lower(p)) from unnest($1::text[]) p)) as pattern
         where strpos(line, pattern) > 0
       )`,
      [patterns],
    )
    const count = rows[0]?.count ?? 0
    if (count > 0) found.push({ where: `table ${name}`, count })
  }
  return found
}

/** Looks for the texts in every event: those of EventStoreDB are in no table. */
export async function tracesInLog({ core }: Platform, texts: readonly string[]): Promise<Trace[]> {
  let count = 0
  for await (const { data, metadata } of core.log.readAll('start', EVERYTHING)) {
    const all = `${data}${JSON.stringify(metadata)}`
    if (texts.some((text) => all.includes(text))) count += 1
  }
  return count === 0 ? [] : [{ where: 'the event log', count }]
}

/** Looks for the texts in the files of a folder, such as the services' logs; none when it is not there. */
export async function tracesInFolder(folder: string, texts: readonly string[]): Promise<Trace[]> {
  if (!existsSync(folder)) return []
  const found: Trace[] = []
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const count = await piecesWith(path, texts)
    if (count > 0) found.push({ where: path, count })
  }
  return found
}

/** In how many pieces of the file one of the texts is; pieces overlap, so that none is cut in two. */
async function piecesWith(path: string, texts: readonly string[]): Promise<number> {
  const longest = Math.max(...texts.map((text) => text.length))
  let rest = ''
  let count = 0
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const piece = rest + String(chunk)
    if (texts.some((text) => piece.includes(text))) count += 1
    rest = piece.slice(-longest)
  }
  return count
}
