import type { Recorded } from '@forecourt/event-log/port.ts'
import { businessOfSlug } from '../business/find.ts'
import { type Command, optional, type Progress, RefusedError, StoppedError, UsageError } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { type Entry, entriesOf } from './entries.ts'
import { mask } from './mask.ts'
import { findSubject, NOUNS, type Noun, type Subject } from './subjects.ts'
import { linesOf } from './tree.ts'

/** `forecourt history`: what happened to something, as sentences, with who, when, from which request and what it caused. */
export const history: Command = {
  name: 'history',
  onlyReads: true,
  summary: 'what happened to a booking, vehicle, customer, business or user',
  operands: ['WHAT', 'ID'],
  example: 'forecourt history booking BR-1772535600000 --business harbour-hire',
  explained: [
    ['WHAT', NOUNS.join(', ')],
    ['ID', 'its id, or a reference, a plate or name, an e-mail address or a slug'],
    ['--business SLUG', 'whose, where several have one of that name'],
    ['--reveal', 'show personal data as it is; that you looked is written to the log'],
  ],
  options: { business: { type: 'string' }, reveal: { type: 'boolean' } },
  async run(given, platform, progress) {
    const noun = nounOf(given.operand('WHAT'))
    const slug = optional(given, 'business', { line: 63 })
    const business = slug === undefined ? undefined : await businessOfSlug(platform.core, slug)
    const subject = await findSubject(platform, noun, given.operand('ID'), business)
    const events = await eventsOf(platform, subject, progress)
    if (events.length === 0) throw new RefusedError('not-found', `nothing is known of the ${noun} ${subject.id}`)
    const reveal = given.flag('reveal')
    if (reveal) await platform.recordRevelation(events.flatMap(subjectsOf), `history ${noun} ${subject.id}`)
    const entries = await entriesOf(events, platform.core.vault, reveal)
    const named = await namesOf(platform, entries, reveal)
    return {
      sentences: [
        `History of ${noun} ${subject.id}: ${entries.length} events`,
        '',
        ...linesOf(entries, named),
        ...(subject.lacks === undefined ? [] : ['', `Not all of it: ${subject.lacks}.`]),
      ],
      facts: { [noun]: subject.id, entries, lacks: subject.lacks ?? null },
    }
  },
}

/** Whose data is shown with the event: who it is about, and the member of staff who did it, by name. */
function subjectsOf({ metadata: { dataSubject, actorKind, actorId } }: Recorded): string[] {
  return [dataSubject, actorKind === 'member' ? actorId : undefined].filter((id) => id !== undefined)
}

function nounOf(word: string): Noun {
  const noun = NOUNS.find((known) => known === word)
  if (noun === undefined) throw new UsageError(`there is no history of "${word}", but of: ${NOUNS.join(', ')}`)
  return noun
}

/** All that belongs to it, and to what it led to, in the order in which it happened. */
export async function eventsOf({ core }: Platform, subject: Subject, progress: Progress): Promise<Recorded[]> {
  const found: Recorded[] = []
  const further = new Set<string>()
  let read = 0
  const take = async (stream: string, belongs: (event: Recorded) => boolean) => {
    for await (const event of core.log.read(stream)) {
      if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
      progress.report(++read)
      if (!belongs(event)) continue
      found.push(event)
      for (const next of subject.leadsTo(event)) further.add(next)
    }
  }
  for (const stream of subject.streams) await take(stream, subject.belongs)
  for (const stream of further) await take(stream, () => true)
  return found.toSorted((a, b) => Number(a.position - b.position))
}

/** How those who did it are called: staff by their name, masked like all that is personal. */
async function namesOf(
  { pool }: Platform,
  entries: readonly Entry[],
  reveal: boolean,
): Promise<(entry: Entry) => string> {
  const ids = [...new Set(entries.flatMap(({ who }) => (who.kind === 'member' ? who.id : [])))]
  const { rows } = await pool.query<{ user_id: string; name: string }>(
    `select user_id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, 'somebody who was erased') as name
     from read.users where user_id = any ($1::uuid[])`,
    [ids],
  )
  const names = new Map(rows.map(({ user_id, name }) => [user_id, reveal ? name : mask(name)]))
  return ({ who: { kind, id }, type }) => {
    if (kind === 'member') return `staff ${names.get(id) ?? ''} (${id.slice(0, 8)})`.replace('  ', ' ')
    // Whoever is not signed in is a renter to the services, also where somebody asks for a new password, or chooses it.
    if (kind === 'customer') return type.startsWith('User') ? 'somebody who was not signed in' : 'the customer'
    if (kind === 'system') return 'the platform'
    return `${kind} ${id}`
  }
}
