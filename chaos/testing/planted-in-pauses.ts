import type { Evidence } from '../checker/evidence.ts'
import type { Fault } from '../history.ts'
import { broken, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'
import { causeOf } from './planted-in-mails.ts'

export const MAILS_GO_ON = 'mails that wait go out again in time after a fault’s end'

/** What keeps mails from going out. */
const WORKERS = { name: 'kill', target: 'workers' } as const

/**
 * The workers are killed, or something else happens, when the last approval calls for its mail.
 * @param later so many milliseconds after that the next mail comes; undefined: none comes any more
 */
export function stoodStill(
  good: Evidence,
  later: number | undefined,
  fault: Pick<Fault, 'name' | 'target'> = WORKERS,
): Evidence {
  const endedAt = causeOf(good, 'booking-approved').recordedAt.getTime()
  const hit = broken(good, { ...fault, startedAt: endedAt, endedAt })
  const before = good.history.mails.filter(({ at }) => at <= endedAt)
  const after = good.history.mails.filter(({ at }) => at > endedAt)
  const next = Math.min(...after.map(({ at }) => at))
  const moved = later === undefined ? [] : after.map((mail) => ({ ...mail, at: mail.at - next + endedAt + later }))
  const mails = [...before, ...moved]
  return told(hit, { mails })
}

/** Bugs that leave mails alone after a fault is over. */
export const PLANTED_IN_PAUSES: readonly Planted[] = [
  {
    bug: 'mails that wait are left alone for long after the workers were killed',
    violates: MAILS_GO_ON,
    says: /^after kill of workers \(x\) mails went out 40\.0 s later, though \d+ were waiting$/,
    plant: (good) => stoodStill(good, 40_000),
  },
  ...(['event-store', 'queue'] as const).map(
    (target): Planted => ({
      bug: `mails that wait are left alone after a restart of the ${target}`,
      violates: MAILS_GO_ON,
      says: /^after restart of .* mails went out 40\.0 s later, though \d+ were waiting$/,
      plant: (good) => stoodStill(good, 40_000, { name: 'restart', target }),
    }),
  ),
  {
    bug: 'mails that wait are left alone for good after the workers were killed',
    violates: MAILS_GO_ON,
    says: /^after kill of workers \(x\) mails went out never again, though \d+ were waiting$/,
    plant: (good) => stoodStill(good, undefined),
  },
]
