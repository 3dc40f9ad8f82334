import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EVERYTHING } from '@forecourt/event-log/port.ts'
import { type ClientBase, DatabaseError } from 'pg'
import { type Progress, StoppedError } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { withSought } from './sought.ts'

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
 * the address of two who live together, or of one whose neighbour lives at “15 High Street” where they live at number 5. What
 * is noted down of others and names them is a trace: of notes only those count that are the same.
 * @param texts everything that was sealed of them
 * @returns `shared`: how many of them others have as well
 */
export async function tellingTexts(
  { databaseUrl }: Pick<Platform, 'databaseUrl'>,
  customerId: string,
  texts: readonly string[],
): Promise<{ readonly telling: readonly string[]; readonly shared: number }> {
  const candidates = [...new Set(linesOf(texts))].filter((text) => !tellsNobody(text))
  return await withSought(databaseUrl, candidates, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `with others as materialized (
         select contact_name, contact_email, contact_phone, contact_address, notes, admin_notes
         from read.bookings where customer_id <> $1
       ), lines as materialized (
         select translate(lower(written), '"\\', '') as line from (
           select concat_ws(E'\\n', contact_name, contact_email, contact_phone, contact_address) as written from others
           union all
           select concat_ws(E'\\n', name, contact_email, contact_phone, address) from read.businesses
           union all
           select concat_ws(E'\\n', email, first_name, last_name) from read.users
         ) of_others
       )
       select text from pg_temp.sought
       where not exists (select from lines where strpos(line, translate(lower(text), '"\\', '')) > 0)
         and not exists (select from others where text in (notes, admin_notes))`,
      [customerId],
    )
    return { telling: rows.map(({ text }) => text), shared: candidates.length - rows.length }
  })
}

/**
 * Whether one of the texts is in this one, however it is spaced and punctuated, a number by its digits alone, or a name by
 * one of its words.
 * @param names those of the texts that are names
 */
export function isNamedIn(said: string, texts: readonly string[], names: readonly string[]): boolean {
  const [all, digits] = [squeezed(said), said.replace(/\D/g, '')]
  const words = new Set(wordsOf(said))
  return (
    texts.map(squeezed).some((text) => text.length >= TELLING && all.includes(text)) ||
    texts.map((text) => text.replace(/\D/g, '')).some((text) => text.length > TELLING && digits.includes(text)) ||
    names.flatMap(wordsOf).some((word) => word.length >= SHORTEST_NAME && words.has(word))
  )
}

/** Shorter words of a name are words of any sentence. */
const SHORTEST_NAME = 3

const squeezed = (text: string) => wordsOf(text).join('')
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * How a text is looked for: each of its lines, in lower case and without quotation marks and backslashes, which are written
 * differently in a row, in JSON and in a log; and the same as hexadecimal, as which a row shows bytes.
 */
function patternsOf(texts: readonly string[]): readonly string[] {
  return [...new Set(linesOf(texts).flatMap((line) => [bare(line), Buffer.from(line).toString('hex')]))]
}

function linesOf(texts: readonly string[]): readonly string[] {
  const lines = texts.flatMap((text) => text.split(/\r?\n/)).map((line) => line.trim())
  return lines.filter((line) => line.length >= TELLING)
}

const unquoted = (text: string) => text.replace(/["\\]/g, '')
const bare = (text: string) => unquoted(text.toLowerCase())

/**
 * The path of a stored file is made by us, and says nothing once the file is gone (which is looked for by itself): who has
 * seen it stays in the record of views. This machine's own address, from which somebody signed at the desk, is in every log.
 */
const tellsNobody = (text: string) => text.startsWith('/objects/') || /^(?:127\.|::1$|::ffff:127\.)/.test(text)

/** Looks for the texts in every row of every table of the database, queue and sessions among them. */
export async function tracesInTables(
  { databaseUrl }: Platform,
  texts: readonly string[],
  heed: Progress,
): Promise<Trace[]> {
  const asTyped = linesOf(texts).map(unquoted)
  return await withSought(databaseUrl, [...patternsOf(texts), ...asTyped], async (client) => {
    // What is small is told by PostgreSQL of both sides: of some letters (İ, or É in a database that knows ASCII alone) it
    // has another opinion than JavaScript.
    await client.query('update pg_temp.sought set text = lower(text)')
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
       order by 1`,
    )
    const found: Trace[] = []
    for (const [done, { name }] of tables.entries()) {
      heed.report(done, tables.length)
      if (heed.signal.aborted) throw unproved()
      const count = await rowsWith(client, name)
      if (count > 0) found.push({ where: `table ${name}`, count })
    }
    return found
  })
}

/** Whoever stops the looking cannot have it made up for: what is looked for is known from what opens no more. */
export const unproved = () =>
  new StoppedError('stopped: they are erased, but what is left of them was not looked for, and cannot be any more')

/** In how many rows of the table one of the texts is; none when the table is gone by now, as a kept read model may be. */
async function rowsWith(client: ClientBase, table: string): Promise<number> {
  try {
    const { rows } = await client.query<{ count: number }>(
      // The row is written out once and not once for each text: "offset 0" keeps the planner from moving it.
      `select count(*)::int as count
       from ${table} t cross join lateral (select translate(lower(t::text), '"\\', '') as line offset 0) written
       where exists (select from pg_temp.sought where strpos(line, sought.text) > 0)`,
    )
    return rows[0]?.count ?? 0
  } catch (error) {
    if (error instanceof DatabaseError && GONE.has(error.code ?? '')) return 0
    throw error
  }
}

/** No such table, no such schema. */
const GONE: ReadonlySet<string> = new Set(['42P01', '3F000'])

/** Looks for the texts in every event: those of EventStoreDB are in no table. */
export async function tracesInLog({ core }: Platform, texts: readonly string[], heed: Progress): Promise<Trace[]> {
  const patterns = patternsOf(texts)
  let [count, read] = [0, 0]
  for await (const { data, metadata } of core.log.readAll('start', EVERYTHING)) {
    heed.report(++read)
    if (heed.signal.aborted) throw unproved()
    const all = bare(`${data}${JSON.stringify(metadata)}`)
    if (patterns.some((pattern) => all.includes(pattern))) count += 1
  }
  return count === 0 ? [] : [{ where: 'the event log', count }]
}

/** Looks for the texts in the logs that an embedded run keeps in its data folder: the services', and PostgreSQL's beside them. */
export async function tracesInLogs(dataFolder: string, texts: readonly string[]): Promise<Trace[]> {
  const patterns = patternsOf(texts)
  const found: Trace[] = []
  const folder = join(dataFolder, 'logs')
  const services = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const others = readdirSync(dataFolder, { withFileTypes: true }).filter(({ name }) => name.endsWith('.log'))
  for (const entry of [...services, ...others]) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const count = await piecesWith(path, patterns)
    if (count > 0) found.push({ where: path, count })
  }
  return found
}

/** In how many pieces of the file one of the texts is; pieces overlap, so that none is cut in two. */
async function piecesWith(path: string, patterns: readonly string[]): Promise<number> {
  const longest = Math.max(0, ...patterns.map((pattern) => pattern.length))
  let rest = ''
  let count = 0
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const piece = rest + bare(String(chunk))
    if (patterns.some((pattern) => piece.includes(pattern))) count += 1
    rest = longest === 0 ? '' : piece.slice(-longest)
  }
  return count
}
