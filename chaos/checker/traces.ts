import type { History } from '../history.ts'
import type { Tables } from './evidence.ts'
import type { Sources } from './gather.ts'

/** What the tables and the object storage have by which people could be found. */
export async function tracesIn(
  history: History,
  sources: Sources,
): Promise<Pick<Tables, 'marks' | 'counted' | 'held' | 'objects'>> {
  return {
    marks: await marksIn(sources),
    counted: await countedIn(history, sources),
    held: await heldIn(sources),
    objects: await objectsIn(sources),
  }
}

/** A renter's mark (`marksIn` of `witness.ts`), and the same as the hexadecimal digits as which a row shows bytes. */
const MARK = '(?<![0-9])07[0-9]{9}(?![0-9])|3037(?:3[0-9]){9}'

/** Looks into every row of every table, whoever's it is: the log, the queue and sessions among them. */
async function marksIn({ pool }: Sources): Promise<Tables['marks']> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: { mark: string; where: string }[] = []
  for (const { name: where } of tables) {
    const { rows } = await pool.query<{ mark: string }>(
      `select distinct matched[1] as mark from ${where} t cross join lateral regexp_matches(t::text, $1, 'g') matched`,
      [`(${MARK})`],
    )
    found.push(...rows.map(({ mark }) => ({ mark: asText(mark), where })))
  }
  return found
}

const asText = (mark: string): string => (mark.startsWith('3037') ? Buffer.from(mark, 'hex').toString() : mark)

/** Of the addresses that the run has used, those by whose hash a day's mails are counted. */
async function countedIn({ requests }: History, { pool, core: { vault } }: Sources): Promise<Tables['counted']> {
  const { rows } = await pool.query<{ hmac: string }>('select address_hmac as hmac from reactions.anonymous_mails')
  const counted = new Set(rows.map(({ hmac }) => hmac))
  const addresses = new Map(
    requests.flatMap(({ asked: { email }, businessId }) =>
      typeof email === 'string' ? [[`${email} ${businessId}`, { email, businessId }] as const] : [],
    ),
  )
  return [...addresses.values()].filter(({ email, businessId }) =>
    counted.has(vault.lookupHmac('customer', businessId, email)),
  )
}

async function heldIn({ pool }: Sources): Promise<Tables['held']> {
  const { rows } = await pool.query<Tables['held'][number]>(
    `select object_path as file, customer_id as "customerId" from vault.files
     union all
     select object_path, former_customer_id from vault.files where former_customer_id is not null`,
  )
  return rows
}

async function objectsIn({ openStorage }: Sources): Promise<Tables['objects']> {
  const storage = openStorage()
  try {
    return await Array.fromAsync(storage.list(''), ({ key }) => key)
  } finally {
    storage.close()
  }
}
