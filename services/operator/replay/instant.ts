import { CivilDate } from '@forecourt/domain/civil-date.ts'
import { EVERYTHING, type EventLog, type Position } from '@forecourt/event-log/port.ts'
import { type Progress, RefusedError, StoppedError, UsageError } from '../cli/command.ts'

/**
 * An instant as operators write it: ISO 8601 with a zone (`2026-03-03T10:00Z`), or a date and time without one, which are
 * the business's own.
 * @throws {UsageError} it is no instant, or it has not come yet
 */
export function instantFrom(text: string, timeZone: string, now: Date): Date {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(text)
  if (match === null) throw new UsageError(`"${text}" is no instant such as 2026-03-03T10:00Z or "2026-03-03 10:00"`)
  const [, day = '', time = '', zone] = match
  if (!CivilDate.safeParse(day).success) throw new UsageError(`there is no ${day}`)
  const instant = zone === undefined ? inZone(`${day}T${time}`, timeZone) : new Date(`${day}T${time}${zone}`)
  if (Number.isNaN(instant.getTime())) throw new UsageError(`there is no ${text}`)
  if (instant > now) throw new UsageError(`${text} has not come yet`)
  return instant
}

/** The instant at which clocks of the zone show it: the first of two when they are put back, none that they jump over. */
function inZone(local: string, timeZone: string): Date {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return new Date(asUtc)
  for (const hours of [14, 0, -14]) {
    const guess = asUtc - offsetAt(new Date(asUtc - hours * 3_600_000), timeZone)
    if (guess + offsetAt(new Date(guess), timeZone) === asUtc) return new Date(guess)
  }
  return new Date(Number.NaN)
}

/** How far clocks of the zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(instant.getTime() / 1_000) * 1_000
}

/** How far the log had come. */
export interface Reached {
  readonly position: Position
  /** Events up to there that were recorded as of a later time, by more than clocks differ. */
  readonly ahead: number
}

/**
 * How far the log had come at that instant: to the last event that was recorded as of no later time. The order of the log is
 * certain and its times are not, so all that stands before this event was there as well: what was recorded as of a later time
 * was written while the clock ran ahead, which was put back since. By how much it may have run ahead nobody knows, so all of
 * the log is read. Two things cannot be told from its times: that an event was there from which on all are of later times,
 * and that a clock ran behind, in which case events of after the instant count as there; `ahead` tells of the latter, too.
 * @param now at which all that is in the log is there, whatever its times say
 * @throws {RefusedError} there was none yet
 */
export async function positionAt(log: EventLog, instant: Date, now: Date, progress: Progress): Promise<Reached> {
  if (instant >= now) return { position: await log.head(), ahead: 0 }
  let reached: Reached | undefined
  let read = 0
  let ahead = 0
  for await (const { position, recordedAt } of log.readAll('start', EVERYTHING)) {
    if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
    progress.report(++read)
    if (recordedAt <= instant) reached = { position, ahead }
    else if (recordedAt.getTime() > instant.getTime() + CLOCKS_DIFFER) ahead += 1
  }
  if (reached === undefined) throw new RefusedError('nothing-yet', `nothing was in the log at ${instant.toISOString()}`)
  return reached
}

/** By how much the clocks of database servers that took turns may differ, in milliseconds. */
const CLOCKS_DIFFER = 60_000
