import type { Database, Queries } from '@forecourt/kit/postgres.ts'
import { sql } from 'slonik'
import { z } from 'zod'
import { KEEPS_PLAN } from '../projection/lookups.ts'
import type { Part } from '../projection/parts.ts'
import type { Body } from './bodies.ts'
import { allChanged, assembled, changedOf, type PageOfPieces, UncheckedRow, versionsIn } from './pieces.ts'
import { answered, type Tenant, tenantColumns, tenantFrom } from './tenants.ts'

/** A question to the rows of one tenant, and how its answer is shown. */
export interface Read<Row, Input extends object> {
  /** Names the question among all others. */
  readonly name: string
  /**
   * The rows that are asked for. `$1` is the tenant (which row-level security enforces as well), `$2` the signed-in user or
   * null, `$3` the tenant's today, `$4` the input as JSON. Of the input when what is asked for decides what is looked at.
   */
  readonly query: string | ((input: Input) => string)
  /**
   * Whether one plan serves each input and each tenant: then the database keeps it, for to plan costs more than to read a few
   * rows. Not for a query that joins as many rows as a fleet has, or looks at some rows or at nearly all: a plan that knows
   * neither numbers nor values may go through one for each of the others.
   */
  readonly keepsPlan?: boolean | ((input: Input) => boolean)
  readonly row: z.ZodType<Row>
  /** The part of the rows that the answer is made of; without it, of all. */
  readonly madeOf?: Part
  /** Whether the answer is another one tomorrow although no row has changed. */
  readonly dependsOnToday: boolean
  /** Whether two members of one tenant are answered differently. */
  readonly personal?: boolean
  /** Media type of the answer; JSON without it. */
  readonly type?: string
  /** What the answer is called when it is saved: it is only ever something to save. */
  readonly fileName?: string
  /**
   * How long a visitor's browser may keep it; without it, it asks each time whether it has changed. Of the version of what is
   * shown, where that decides.
   */
  readonly cacheControl?: string | ((version: string | undefined) => string)
  /** Undefined: there is no such thing. */
  readonly present: (rows: readonly Row[], input: Input) => Presented | undefined
  /**
   * Of a long list of which a row changes at a time; shows the same as `present`. What the body before has is neither read nor
   * shown anew: of 500 bookings that is two thirds of the work. Not for what depends on the day or on who asks.
   */
  readonly page?: (input: Input) => PageOfPieces<Row>
}

/** What is answered: a value as JSON, or a file. */
export type Presented =
  | {
      readonly body: unknown
      /** Path and query of the next page. */
      readonly next?: string
    }
  | { readonly file: Promise<Pick<Body, 'bytes' | 'isStopgap'>>; readonly version?: string }

/** How the tenant is found: again in the statement that reads, so that nothing is read for a session that is over. */
export type Via =
  | { readonly by: 'session'; readonly sessionId: string }
  | { readonly by: 'slug'; readonly slug: string }
  | { readonly by: 'vehicle'; readonly vehicleId: string }
  /** By whoever has proven which business they mean. */
  | { readonly by: 'business'; readonly businessId: string }

/**
 * Raise it when an answer changes although its rows do not: a body that a browser has kept must not pass for the new one.
 * When the rows themselves get another shape they are built anew, and that alone gives them another version.
 */
const PRESENTATION = 4

/**
 * What an answer shows, as an entity tag: whose rows, in which version, of all or of the part that it is made of. The URL says
 * the rest.
 * @param userId of the member when the answer is theirs alone
 */
export function tagOf(
  { madeOf, dependsOnToday }: Pick<Read<never, never>, 'madeOf' | 'dependsOnToday'>,
  tenant: Tenant,
  userId: string | undefined,
): string {
  const version = madeOf === undefined ? tenant.version : tenant.parts[madeOf]
  const whatIsShown = [PRESENTATION, tenant.businessId, version, ...(userId ? [userId] : [])]
  return `"${[...whatIsShown, ...(dependsOnToday ? [tenant.today] : [])].join('_')}"`
}

const AnswerRow = z.object({ ...tenantColumns, rows: z.unknown() })

/**
 * Asks the rows, in one round trip: who may, whose rows, which version, and the rows themselves in one statement.
 * Undefined: the session is over, the business gone, or there is no such thing.
 * @param before what the same question was answered with before, if that is known
 * @throws {Problem} 503 when the database does not answer
 */
export async function readBody<Row, Input extends object>(
  database: Database,
  now: Date,
  read: Read<Row, Input>,
  via: Via,
  input: Input,
  userId: string | undefined,
  before?: Body,
): Promise<Body | undefined> {
  const tagFor = (tenant: Tenant) => tagOf(read, tenant, read.personal === true ? userId : undefined)
  const page = read.page?.(input)
  if (page !== undefined && before !== undefined) {
    const made = await broughtUpToDate(database, now, { read, via, input, page, before })
    if (made !== undefined) return { tag: tagFor(made.tenant), ...made.body }
  }
  const found = await find(database, now, read, via, input)
  if (found === undefined) return undefined
  const { rows, tenant, generation } = found
  if (page !== undefined) return { tag: tagFor(tenant), ...assembled(allChanged(rows, page), page, generation) }
  const presented = read.present(rows, input)
  if (presented === undefined) return undefined
  if ('file' in presented) {
    const { file, ...version } = presented
    return { tag: tagFor(tenant), ...(await file), ...version }
  }
  const { body, ...next } = presented
  return { tag: tagFor(tenant), bytes: Buffer.from(JSON.stringify(body)), ...next }
}

/** A page that was answered before and has changed. */
interface Renewal<Row, Input extends object> {
  readonly read: Read<Row, Input>
  readonly via: Via
  readonly input: Input
  readonly page: PageOfPieces<Row>
  readonly before: Body
}

/**
 * The page as it is now, made of the body before and of the rows that have changed since. Undefined when that body is not made of
 * such rows, or of another read model's, or there is nothing to read any more.
 */
async function broughtUpToDate<Row, Input extends object>(
  database: Database,
  now: Date,
  { read, via, input, page, before }: Renewal<Row, Input>,
): Promise<{ readonly body: Omit<Body, 'tag'>; readonly tenant: Tenant } | undefined> {
  const { pieces } = before
  if (pieces === undefined) return undefined
  const { query, keepsPlan } = questionOf(read, input)
  const changes = { query: changedOf(query), keepsPlan, row: UncheckedRow }
  const found = await find(database, now, changes, via, { ...input, known: versionsIn(pieces) })
  if (found === undefined || found.generation !== pieces.generation) return undefined
  const { tenant, generation } = found
  const rows = found.rows.map(({ row, ...rest }) => ({ ...rest, row: row === null ? null : read.row.parse(row) }))
  return { body: assembled(rows, page, generation, before), tenant }
}

/**
 * The rows alone, for an answer that is not made of them.
 * @throws {Problem} 503 when the database does not answer
 */
export async function readRows<Row, Input extends object>(
  database: Queries,
  now: Date,
  read: Pick<Read<Row, Input>, 'query' | 'keepsPlan' | 'row'>,
  via: Via,
  input: Input,
): Promise<readonly Row[]> {
  return (await find(database, now, read, via, input))?.rows ?? []
}

/** The query for this input, and whether its plan is kept. */
export function questionOf<Input extends object>(
  { query, keepsPlan = false }: Pick<Read<never, Input>, 'query' | 'keepsPlan'>,
  input: Input,
): { readonly query: string; readonly keepsPlan: boolean } {
  return {
    query: typeof query === 'string' ? query : query(input),
    keepsPlan: typeof keepsPlan === 'boolean' ? keepsPlan : keepsPlan(input),
  }
}

async function find<Row, Input extends object>(
  database: Queries,
  now: Date,
  read: Pick<Read<Row, Input>, 'query' | 'keepsPlan' | 'row'>,
  via: Via,
  input: Input,
): Promise<{ readonly rows: readonly Row[]; readonly tenant: Tenant; readonly generation: string } | undefined> {
  const asked = statement(via, now.toISOString(), questionOf(read, input), JSON.stringify(input))
  const found = await answered(database.maybeOne(asked))
  if (found === null) return undefined
  return { rows: z.array(read.row).parse(found.rows), tenant: tenantFrom(found), generation: found.generation }
}

function statement(via: Via, now: string, { query, keepsPlan }: ReturnType<typeof questionOf>, input: string) {
  const row = sql.type(AnswerRow)
  const rest = sql.fragment`${now}::timestamptz, ${keepsPlan ? KEEPS_PLAN + query : query}, ${input}::jsonb`
  if (via.by === 'session') {
    return row`select * from read_as_member(${via.sessionId}, ${rest})`
  }
  if (via.by === 'business') {
    return row`select * from read_of_business(${via.businessId}::uuid, ${rest})`
  }
  return via.by === 'slug'
    ? row`select * from read_of_slug(${via.slug}, ${rest})`
    : row`select * from read_of_vehicle(${via.vehicleId}::uuid, ${rest})`
}
