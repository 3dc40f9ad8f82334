import { AUDIT_STREAM } from '@forecourt/domain/streams.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { type Command, optional, StoppedError } from '../cli/command.ts'
import { entriesOf, factOf } from './entries.ts'
import { linesOf } from './tree.ts'

/** `forecourt audit`: who of the operators saw whose personal data, and what the comparisons with the log found. */
export const audit: Command = {
  name: 'audit',
  onlyReads: true,
  summary: 'which operator saw whose personal data, and what comparisons with the log found',
  example: 'forecourt audit --person 3f0c7d5e-7f5c-4c39-8a35-93c2b7b9d1aa',
  explained: [
    ['--person ID', 'only when this customer, or member of staff, was among those who were seen'],
    ['--operator NAME', 'only what this operator did'],
  ],
  options: { person: { type: 'string' }, operator: { type: 'string' } },
  async run(given, { core }, progress) {
    const person = optional(given, 'person', { line: 100 })
    const operator = optional(given, 'operator', { line: 100 })
    const events: Recorded[] = []
    let read = 0
    for await (const event of core.log.read(AUDIT_STREAM)) {
      if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
      progress.report(++read)
      const isTheirs = person === undefined || seenIn(event).includes(person)
      if (isTheirs && (operator === undefined || event.metadata.actorId === operator)) events.push(event)
    }
    const entries = await entriesOf(events, core.vault, false)
    const people = events.map(seenIn)
    return {
      sentences: [
        `${entries.length} of ${read} entries.`,
        ...(entries.length === 0 ? [] : ['']),
        ...linesOf(entries, ({ who: { kind, id } }) => `${kind} ${id}`),
      ],
      facts: { entries: entries.map((entry, index) => ({ ...entry, people: people[index] })) },
    }
  },
}

/** The people whose data was shown. */
function seenIn(event: Recorded): readonly string[] {
  const fact = factOf(event)
  return fact?.kind === 'fact' && fact.type === 'PersonalDataRevealed' ? fact.data.subjectIds : []
}
