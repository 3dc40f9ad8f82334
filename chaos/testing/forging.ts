import { randomUUID } from 'node:crypto'
import { type Position, parsePosition, type Recorded } from '@forecourt/event-log/port.ts'
import type { Evidence } from '../checker/evidence.ts'
import type { Fault, History, Mail, Request } from '../history.ts'

/** How a test changes what a good run has left behind. Whatever it does not speak of stays as it was. */

/** A list with one of its members changed. @throws {Error} there is none that is meant */
export function changed<T>(list: readonly T[], isMeant: (one: T) => boolean, change: (one: T) => T): T[] {
  const index = list.findLastIndex(isMeant)
  const meant = list[index]
  if (meant === undefined) throw new Error('a good run has nothing like that')
  return list.with(index, change(meant))
}

/** The last one that is meant. @throws {Error} there is none */
export function lastOf<T>(list: readonly T[], isMeant: (one: T) => boolean): T {
  const found = list.findLast(isMeant)
  if (found === undefined) throw new Error('a good run has nothing like that')
  return found
}

/** The id of a booking, or of maintenance, that never was. */
export const noBooking = (): string => `${randomUUID()}.01J00000000000000000000000`

export const isOf =
  (...types: readonly string[]) =>
  ({ type }: Recorded): boolean =>
    types.includes(type)

/** With another history. */
export const told = (evidence: Evidence, change: Partial<History>): Evidence => ({
  ...evidence,
  history: { ...evidence.history, ...change },
})

/** With one request answered otherwise, or asked otherwise. */
export const asked = (
  evidence: Evidence,
  isMeant: (request: Request) => boolean,
  change: (request: Request) => Partial<Request>,
): Evidence =>
  told(evidence, {
    requests: changed(evidence.history.requests, isMeant, (request) => ({ ...request, ...change(request) })),
  })

/** With one mail more. */
export const mailed = (evidence: Evidence, mail: Mail): Evidence =>
  told(evidence, { mails: [...evidence.history.mails, mail] })

/** With one fault more, named `x`. */
export const broken = (evidence: Evidence, fault: Omit<Fault, 'kind' | 'id' | 'place'> & Partial<Fault>): Evidence =>
  told(evidence, {
    faults: [...evidence.history.faults, { kind: 'fault', id: 'x', place: fault.target, ...fault }],
  })

/** With one event of the log changed where it is. */
export const edited = (
  evidence: Evidence,
  isMeant: (event: Recorded) => boolean,
  change: (event: Recorded) => Partial<Recorded>,
): Evidence => ({
  ...evidence,
  log: changed(evidence.log, isMeant, (event) => ({ ...event, ...change(event) })),
})

/** With members of an event's payload changed. */
export const rewritten = (
  evidence: Evidence,
  isMeant: (event: Recorded) => boolean,
  members: Readonly<Record<string, unknown>>,
): Evidence =>
  edited(evidence, isMeant, ({ data }) => {
    const before: Record<string, unknown> = JSON.parse(data)
    return { data: JSON.stringify({ ...before, ...members }) }
  })

/** An event as if the system had done it by itself. */
export const bySystem = (event: Recorded): Recorded => ({
  ...event,
  metadata: { ...event.metadata, actorKind: 'system', commandId: randomUUID() },
})

/** As if the log had never held the event: no gap shows where it was, and answers name the places that there are. */
export function without(evidence: Evidence, isMeant: (event: Recorded) => boolean): Evidence {
  const gone = lastOf(evidence.log, isMeant)
  return moved(
    {
      ...evidence,
      log: evidence.log
        .filter((event) => event !== gone)
        .map((event) =>
          event.stream === gone.stream && event.revision > gone.revision
            ? { ...event, revision: event.revision - 1n }
            : event,
        ),
    },
    (position) => (position > gone.position ? position - 1n : position),
  )
}

/** As if somebody had appended the event last of all, to its own stream. */
export function appended(evidence: Evidence, event: Recorded): Evidence {
  const last = lastOf(evidence.log, ({ stream }) => stream === event.stream)
  const position = positionAt(BigInt(evidence.log.length) + 1n)
  return {
    ...evidence,
    log: [...evidence.log, { ...event, revision: last.revision + 1n, position }],
    tables: { ...evidence.tables, projectedTo: position },
  }
}

/** As if the log had been in an event store, whose positions are places in its files. */
export const inEventStore = (evidence: Evidence): Evidence => ({
  ...moved(evidence, (position) => position * 1_000n),
  isDense: false,
})

function moved(evidence: Evidence, to: (position: bigint) => bigint): Evidence {
  const inText = (position: string | null) => (position === null ? null : String(to(BigInt(position))))
  const tagged = (version: string | null) => version?.replace(/^\d+/, (place) => String(to(BigInt(place)))) ?? null
  return {
    ...evidence,
    log: evidence.log.map((event) => ({ ...event, position: positionAt(to(event.position)) })),
    history: {
      ...evidence.history,
      requests: evidence.history.requests.map((request) => ({
        ...request,
        seen: inText(request.seen),
        answer:
          request.answer.kind === 'none'
            ? request.answer
            : { ...request.answer, position: inText(request.answer.position), version: tagged(request.answer.version) },
      })),
    },
  }
}

export function positionAt(place: bigint): Position {
  const position = parsePosition(String(place))
  if (position === undefined) throw new Error(`${place} is no position`)
  return position
}

/** The answer with something else in it. @throws {Error} there was none */
export function otherwise(
  { answer }: Request,
  change: Partial<Extract<Request['answer'], { kind: 'answer' }>>,
): Pick<Request, 'answer'> {
  if (answer.kind === 'none') throw new Error('there was no answer')
  return { answer: { ...answer, ...change } }
}
