import { createHash, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WrongRevision } from '../port.ts'
import { type Append, appendMany, type Outcome } from './append-many.ts'
import { ownDatabase } from './testing/own-database.ts'

const database = ownDatabase()

/** Numbers are small, so that appends meet each other. */
const few = (most: number) => fc.integer({ min: 0, max: most })
const maybe = <T>(what: fc.Arbitrary<T>) => fc.option(what, { nil: undefined, freq: 2 })

const drawn = fc.record({
  stream: few(2),
  expected: fc.oneof(fc.constantFrom('any', 'noStream', 'exists'), few(3).map(BigInt)),
  // Of the stream's events these: some may be there already, in this order or not.
  events: fc.uniqueArray(few(5), { maxLength: 2 }),
  person: maybe(fc.record({ who: few(1), key: few(1), known: fc.boolean() })),
  file: maybe(fc.record({ path: few(1), owner: few(1) })),
  stillKnown: maybe(few(1)),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

/** The same id for the same name. */
function idOf(...name: readonly unknown[]): string {
  const hex = createHash('sha256').update(JSON.stringify(name)).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

/** @param business of this run alone: what others have stored is not met */
function appendOf(business: string, { stream, expected, events, person, file, stillKnown }: Drawn): Append {
  const subject = (who: number, key: number) => idOf(business, 'subject', who, key)
  return {
    stream: `rent.${business}-${stream}`,
    expected,
    events: events.map((n) => ({ id: idOf(business, stream, n), type: 'Tested', data: '{}', metadata: {} })),
    alongside: {
      ...(person && {
        person: {
          kind: 'customer',
          businessId: business,
          emailHmac: String(person.who).repeat(64),
          subjectId: subject(person.who, person.key),
          wrappedKey: Buffer.alloc(40, person.key),
          known: person.known,
        },
      }),
      ...(file && {
        file: { objectPath: `${business}/${file.path}`, businessId: business, customerId: subject(file.owner, 0) },
      }),
      // Who brings a person along needs nobody else to be known.
      ...(person === undefined && stillKnown !== undefined && { stillKnown: subject(stillKnown, 0) }),
    },
    doubt: null,
  }
}

/** The gatherer puts no event into a call twice. */
function withoutTwice(appends: readonly Append[]): Append[] {
  const ids = new Set<string>()
  return appends.filter(({ events }) => {
    const isNew = events.every(({ id }) => !ids.has(id))
    if (isNew) for (const { id } of events) ids.add(id)
    return isNew
  })
}

/** Each in a call of its own; what was refused is held against those that were decided on it, as the gatherer does. */
async function apart(appends: readonly Append[]): Promise<Outcome[]> {
  const missed = new Map<string, bigint>()
  const outcomes: Outcome[] = []
  for (const append of appends) {
    const { stream, expected, events } = append
    const doubt = missed.get(stream) ?? null
    const [outcome] = await appendMany(database.client, [{ ...append, doubt }])
    if (outcome === undefined) throw new Error('no outcome')
    outcomes.push(outcome)
    if (!(outcome instanceof Error)) continue
    const before = expected === 'noStream' ? -1n : expected
    const after = typeof before === 'bigint' ? before + BigInt(events.length) : 0n
    if (doubt === null || after < doubt) missed.set(stream, after)
  }
  return outcomes
}

const inWords = (outcome: Outcome) =>
  outcome instanceof WrongRevision
    ? `refused at ${outcome.actual}`
    : outcome instanceof Error
      ? { [outcome.name]: outcome }
      : outcome

/** What came of it and what is stored then; leaves a transaction open. */
async function triedIn(business: string, append: () => Promise<Outcome[]>) {
  await database.client.query('begin')
  const outcomes = (await append()).map(inWords)
  const stored = async (text: string) =>
    (await database.client.query({ text, values: [business], rowMode: 'array' })).rows
  return {
    outcomes,
    events: await stored(
      `select position, stream, revision, event_id from log.events where stream like 'rent.' || $1 || '%' order by position`,
    ),
    people: await stored('select email_hmac, subject_id from vault.people where business_id = $1 order by email_hmac'),
    files: await stored('select object_path, customer_id from vault.files where business_id = $1 order by object_path'),
  }
}

it('appends of one call come to what they come to one after another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(drawn, { minLength: 1, maxLength: 6 }), { maxLength: 4 }), async (calls) => {
      const business = randomUUID()
      for (const call of calls) {
        const appends = withoutTwice(call.map((each) => appendOf(business, each)))
        const together = await triedIn(business, () => appendMany(database.client, appends))
        await database.client.query('rollback')
        const oneByOne = await triedIn(business, () => apart(appends))
        await database.client.query('commit')
        expect(together).toEqual(oneByOne)
      }
    }),
    { numRuns: 150 },
  )
})
