import pg from 'pg'
import { type Filter, type Metadata, type Position, parsePosition, type Recorded } from '../port.ts'
import { askTogether } from './ask-together.ts'
import { bigintArray, textArray } from './binary-array.ts'
import { KEPT_PLANS } from './kept-plans.ts'
import { TIMEOUTS } from './lost-connection.ts'

/** The statements that read the log. Each call fails on its own: who repeats it, and for how long, is the caller's affair. */
export interface Reader {
  head(): Promise<Position>
  /** Up to so many events of the stream, from the revision (inclusive). */
  streamPage(stream: string, from: bigint, most: number): Promise<Recorded[]>
  /** The events in (after, upTo] that the filter lets through. Positions are dense: the caller bounds the page. */
  page(after: bigint, upTo: bigint, filter: Filter): Promise<Recorded[]>
  close(): Promise<void>
}

/** Events in a page. */
export const PAGE = 1_000
/** Events in the first page of a stream: most streams are shorter, and many a reader only wants what stands first. */
export const FIRST_PAGE = 32

/** The beginning of a stream, or of the rest of it. */
export interface Asked {
  readonly stream: string
  /** Inclusive. */
  readonly from: bigint
}

/** What {@link recorded} takes, in this order. */
export const COLUMNS = 'position, stream, revision, event_id, type, data, metadata, recorded_at'

export type Row = [
  position: string,
  stream: string,
  revision: string,
  eventId: string,
  type: string,
  data: string,
  metadata: string,
  recordedAt: Date,
]

const JSON_OID: number = pg.types.builtins.JSON
const INSTANT_OID: number = pg.types.builtins.TIMESTAMPTZ
const anyInstant: (text: string) => Date = pg.types.getTypeParser(INSTANT_OID)

/** JSON stays the text that it is: `data` is parsed behind the codec, once. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format) => {
    if (oid === JSON_OID) return (text: string) => text
    return oid === INSTANT_OID && format !== 'binary' ? instant : pg.types.getTypeParser(oid, format)
  },
}

/** As the driver's own, at half its price, for what a server prints whose clock is UTC. */
function instant(text: string): Date {
  const isPlain = text.endsWith('+00') && text[4] === '-' && text[10] === ' '
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyInstant(text)
}

/** The first pages of several streams; `number` says of which of them a row is. */
const FIRST_PAGES = `
  select ${COLUMNS}, number::int
  from unnest($1::text[], $2::bigint[]) with ordinality as asked (name, first, number)
  cross join lateral (
    select ${COLUMNS} from log.events
    where stream = name and revision >= first order by revision limit ${FIRST_PAGE}
  ) page
  order by number, revision`

/** A few connections of its own, so that long reads never stand in the way of appends. */
export function createReader(connectionString: string): Reader {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'forecourt log read',
    max: 8,
    idleTimeoutMillis: 30_000,
    ...KEPT_PLANS,
    types,
    ...TIMEOUTS,
  })
  // Without these listeners a server that dies ends the whole process: the pool's for idle clients, the client's for busy ones.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function rows(name: string, text: string, values: unknown[]): Promise<Recorded[]> {
    const result = await pool.query<Row>({ name, text, values, rowMode: 'array' })
    return result.rows.map(recorded)
  }

  const streamPage = (stream: string, from: bigint, most: number) =>
    rows(
      'read-stream',
      `select ${COLUMNS} from log.events where stream = $1 and revision >= $2 order by revision limit $3`,
      [stream, from, most],
    )

  async function firstPages(asked: readonly Asked[]): Promise<Recorded[][]> {
    const [alone] = asked
    if (alone !== undefined && asked.length === 1) return [await streamPage(alone.stream, alone.from, FIRST_PAGE)]
    const result = await pool.query<[...Row, number: number]>({
      name: 'read-streams',
      text: FIRST_PAGES,
      values: [textArray(asked.map(({ stream }) => stream)), bigintArray(asked.map(({ from }) => from))],
      rowMode: 'array',
    })
    const pages = asked.map((): Recorded[] => [])
    for (const [at, stream, revision, id, type, data, metadata, recordedAt, number] of result.rows) {
      pages[number - 1]?.push(recorded([at, stream, revision, id, type, data, metadata, recordedAt]))
    }
    return pages
  }
  const firstPage = askTogether(firstPages)

  return {
    async head() {
      const { rows: heads } = await pool.query<{ position: string }>('select position from log.head')
      return position(heads[0]?.position ?? '')
    },
    streamPage: (stream, from, most) =>
      most === FIRST_PAGE ? firstPage({ stream, from }) : streamPage(stream, from, most),
    page: (after, upTo, { prefixes }) =>
      rows(
        'read-page',
        `select ${COLUMNS} from log.events
         where position > $1 and position <= $2 and stream ^@ any ($3::text[]) order by position`,
        [after, upTo, prefixes],
      ),
    close: () => pool.end(),
  }
}

/** The event that a row of the log is. */
export function recorded([at, stream, revision, id, type, data, metadata, recordedAt]: Row): Recorded {
  return {
    kind: 'event',
    stream,
    revision: BigInt(revision),
    position: position(at),
    id,
    type,
    data,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only appends write the table, and these are flat strings
    metadata: JSON.parse(metadata) as Metadata,
    recordedAt,
  }
}

function position(text: string): Position {
  const parsed = parsePosition(text)
  if (parsed === undefined) throw new Error(`not a position: ${text}`)
  return parsed
}
