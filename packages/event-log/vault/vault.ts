import { createHmac, type KeyObject } from 'node:crypto'
import pg from 'pg'
import type { PersonConflict, PersonRow } from '../port.ts'
import { askTogether } from '../postgres/ask-together.ts'
import { KEPT_PLANS } from '../postgres/kept-plans.ts'
import { TIMEOUTS, untilAnswered } from '../postgres/lost-connection.ts'
import { keyFromBase64, newDataKey, unwrapWithAny, wrap } from './master-key.ts'
import { createRecent } from './recent.ts'

/** `businessId` of a user who belongs to no business. */
export const NO_BUSINESS = '00000000-0000-0000-0000-000000000000'

/** A person with the key to their data. `row` travels with the append (`alongside.person`). */
export interface Person {
  readonly row: PersonRow
  readonly key: KeyObject
}

/** Who somebody is: people are told apart by business and e-mail address. */
export type Identity = Pick<PersonRow, 'kind' | 'businessId' | 'emailHmac'>

/**
 * People and the keys to their data. The log holds only what these keys have sealed; deleting a key erases the person.
 * All reads throw `Unavailable` when the database does not answer for some seconds.
 */
export interface Vault {
  /**
   * Keyed hash of an e-mail address, so that a person is found without their address being stored.
   * @param businessId '' for what is unique on the whole platform (sign-in names)
   */
  lookupHmac(kind: PersonRow['kind'], businessId: string, email: string): string
  /** The person when they were seen lately; asks nobody. The append says whether the row is still so. */
  recall(identity: Identity): Person | undefined
  /** The person, from memory when seen lately: the append says whether the row is still so. */
  findPerson(identity: Identity): Promise<Person | undefined>
  /** Somebody new, with a key of their own. Nothing is stored: the row becomes durable with the append that carries it. */
  newPerson(identity: Identity, subjectId: string): Person
  /** The append that carried the person was stored: the next one finds them in memory. */
  remember(person: Person): void
  /** What to do after a refusal: forgets what was believed, and gives the person who is stored; undefined for none. */
  learn(believed: PersonRow, refusal: PersonConflict): Person | undefined
  /** Keys by subject. A subject that is not in the answer has been erased. */
  keysOf(subjectIds: readonly string[]): Promise<Map<string, KeyObject>>
  /**
   * Erases a person: deletes their key and condemns their files, which nobody can use from then on. Other processes
   * forget the key within five minutes, or at once when they call `drop`.
   * @returns paths of the stored files that were theirs, for the caller to delete; what the caller leaves, the sweep deletes
   */
  forget(subjectId: string): Promise<string[]>
  /** Forgets a person's key in this process's memory only, with all that it knows of them. */
  drop(subjectId: string): void
  close(): Promise<void>
}

export interface VaultOptions {
  readonly connectionString: string
  /** `MASTER_KEY`: 32 bytes in base64; wraps every person's key. */
  readonly masterKey: string
  /** `OTHER_MASTER_KEY`: wraps nothing, and opens what is wrapped with it, while one master key replaces the other. */
  readonly otherMasterKey?: string | undefined
  /** `LOOKUP_KEY`: 32 bytes in base64; keys the hashes. */
  readonly lookupKey: string
}

/** Whose files are that are condemned (infra/migrations/007-file-sweep.sql). */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** How many people's keys are kept in memory. */
const PEOPLE_IN_MEMORY = 20_000
/** A key is read anew when it was last read so long ago, however often it is asked for; in milliseconds. */
const KEY_LIFETIME = 5 * 60_000

interface Row {
  readonly subject_id: string
  readonly wrapped_key: Buffer
}

/** The address as it is compared: without space around it, in lower case, in one Unicode form. */
export function normaliseEmail(email: string): string {
  return email.normalize('NFC').trim().toLowerCase()
}

/** Opens the vault (infra/migrations/002-vault.sql). Nothing is connected until it is needed. */
export function createVault(options: VaultOptions): Vault {
  const masterKey = keyFromBase64(options.masterKey)
  const masterKeys = [
    masterKey,
    ...(options.otherMasterKey === undefined ? [] : [keyFromBase64(options.otherMasterKey)]),
  ]
  const lookupKey = keyFromBase64(options.lookupKey)
  const keys = createRecent<KeyObject>(PEOPLE_IN_MEMORY, KEY_LIFETIME)
  const people = createRecent<PersonRow>(PEOPLE_IN_MEMORY, KEY_LIFETIME)
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    application_name: 'forecourt vault',
    max: 4,
    idleTimeoutMillis: 30_000,
    ...KEPT_PLANS,
    ...TIMEOUTS,
  })
  // Without these listeners a server that dies ends the whole process: the pool's for idle clients, the client's for busy ones.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  async function rowsOf(subjectIds: readonly string[]): Promise<Row[]> {
    const { rows } = await untilAnswered('vault', () =>
      pool.query<Row>({
        name: 'keys-of',
        text: 'select subject_id, wrapped_key from vault.people where subject_id = any ($1::uuid[])',
        values: [subjectIds],
      }),
    )
    return rows
  }

  /** One person's row, null when there is none: each decision at the desk asks for one, and many are taken at once. */
  const rowOf = askTogether(async (subjectIds: readonly string[]) => {
    const rows = new Map((await rowsOf(subjectIds)).map((row) => [row.subject_id, row]))
    return subjectIds.map((id) => rows.get(id) ?? null)
  })

  function remember({ row, key }: Person): Person {
    const known = { ...row, known: true }
    people.set(nameOf(row), known)
    keys.set(row.subjectId, key)
    return { row: known, key }
  }

  function stored({ kind, businessId, emailHmac }: Identity, subjectId: string, wrappedKey: Uint8Array): Person {
    const row = { kind, businessId, emailHmac, subjectId, wrappedKey, known: true }
    return { row, key: unwrapWithAny(masterKeys, subjectId, wrappedKey) }
  }

  /** For each read that is under way: whom this process was told to forget after it was sent. */
  const reads = new Set<Set<string>>()

  /** What a read found, and of whom none of it may be kept, because it may be from before they were forgotten. */
  async function reading<T>(read: Promise<T>): Promise<{ found: T; forgotten: ReadonlySet<string> }> {
    const forgotten = new Set<string>()
    reads.add(forgotten)
    try {
      return { found: await read, forgotten }
    } finally {
      reads.delete(forgotten)
    }
  }

  function drop(subjectId: string): void {
    for (const forgotten of reads) forgotten.add(subjectId)
    keys.delete(subjectId)
    people.deleteWhere((row) => row.subjectId === subjectId)
  }

  function recall(identity: Identity): Person | undefined {
    const row = people.get(nameOf(identity))
    const key = row && keys.get(row.subjectId)
    return row !== undefined && key !== undefined ? { row, key } : undefined
  }

  return {
    lookupHmac: (kind, businessId, email) =>
      createHmac('sha256', lookupKey)
        .update(`${kind}\n${businessId}\n${normaliseEmail(email)}`)
        .digest('hex'),

    recall,

    async findPerson(identity) {
      const recalled = recall(identity)
      if (recalled !== undefined) return recalled
      const { found, forgotten } = await reading(
        untilAnswered('vault', () =>
          pool.query<Row>({
            name: 'find-person',
            text: `select subject_id, wrapped_key from vault.people
                   where kind = $1 and business_id = $2 and email_hmac = $3`,
            values: [identity.kind, identity.businessId, identity.emailHmac],
          }),
        ),
      )
      const [row] = found.rows
      if (row === undefined) return undefined
      const person = stored(identity, row.subject_id, row.wrapped_key)
      return forgotten.has(row.subject_id) ? person : remember(person)
    },

    newPerson({ kind, businessId, emailHmac }, subjectId) {
      const key = newDataKey()
      const wrappedKey = wrap(masterKey, subjectId, key)
      return { row: { kind, businessId, emailHmac, subjectId, wrappedKey, known: false }, key }
    },

    remember(person) {
      remember(person)
    },

    learn(believed, { stored: holder }) {
      people.delete(nameOf(believed))
      keys.delete(believed.subjectId)
      return holder && remember(stored(believed, holder.subjectId, holder.wrappedKey))
    },

    async keysOf(subjectIds) {
      const known = new Map<string, KeyObject>()
      const missing: string[] = []
      for (const id of new Set(subjectIds)) {
        const key = keys.get(id)
        if (key === undefined) missing.push(id)
        else known.set(id, key)
      }
      const [first, ...others] = missing
      if (first === undefined) return known
      const { found, forgotten } = await reading(
        others.length > 0 ? rowsOf(missing) : rowOf(first).then((row) => [row]),
      )
      for (const row of found) {
        if (row === null) continue
        const { subject_id: id, wrapped_key: wrapped } = row
        const key = unwrapWithAny(masterKeys, id, wrapped)
        if (!forgotten.has(id)) keys.set(id, key)
        known.set(id, key)
      }
      return known
    },

    async forget(subjectId) {
      const { rows } = await untilAnswered('vault', () =>
        pool.query<{ object_path: string }>(
          `with person as (delete from vault.people where subject_id = $1)
           update vault.files
           set business_id = $2, customer_id = $2, condemned_at = now(), settled = true,
             former_business_id = null, former_customer_id = null
           where customer_id = $1 or former_customer_id = $1
           returning object_path`,
          [subjectId, NOBODY],
        ),
      )
      drop(subjectId)
      return rows.map(({ object_path }) => object_path)
    },

    drop,

    close: () => pool.end(),
  }
}

const nameOf = ({ kind, businessId, emailHmac }: Identity): string => `${kind}/${businessId}/${emailHmac}`
