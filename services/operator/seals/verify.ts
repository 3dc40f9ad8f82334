import type { Position } from '@forecourt/event-log/port.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { type Command, RefusedError, type Result, StoppedError } from '../cli/command.ts'
import { counted } from '../cli/counted.ts'
import { watched } from '../replay/watched.ts'
import { type Checked, checkLog } from './check-log.ts'

/** `forecourt verify`: whether the log is still what was sealed. Exit code 1 when it is not. */
export const verify: Command = {
  name: 'verify',
  onlyReads: true,
  summary: 'check every event against the signed seals',
  example: 'forecourt verify',
  explained: [],
  options: {},
  async run(_given, platform, progress) {
    const { core, pool, seals, isDense } = platform
    if (seals.publicKeys.size === 0) {
      throw new RefusedError(
        'no-seal-key',
        'SEAL_PUBLIC_KEYS is not set: a seal proves nothing to who does not know its key',
      )
    }
    const begun = performance.now()
    // In this order: what the screens show by now is in the log by the time its end is asked for.
    const shown = await readCheckpoint(pool, LIVE)
    const head = await core.log.head()
    const log = watched(core.log, progress, head, isDense)
    const checked = await checkLog({ log, publicKeys: seals.publicKeys, file: seals.file, isDense })
    if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
    const seconds = (performance.now() - begun) / 1_000
    return told(checked, { head, shown: shown?.position, hasFile: seals.file !== undefined, seconds })
  },
}

interface Circumstances {
  readonly head: Position
  /** Up to where the screens are. */
  readonly shown: Position | undefined
  /** Whether there are seals outside the database to compare with. */
  readonly hasFile: boolean
  readonly seconds: number
}

function told(
  { events, seals, unsealed, findings }: Checked,
  { head, shown, hasFile, seconds }: Circumstances,
): Result {
  // Whoever cuts off what is not sealed yet leaves screens behind that know more than the log.
  const isCut = shown !== undefined && shown > head
  const all = [
    ...findings.map(({ position, what }) => ({ position: position === undefined ? null : String(position), what })),
    ...(isCut
      ? [{ position: String(head), what: `the log ends here, but the screens show what came up to ${shown}` }]
      : []),
  ]
  const rate = Math.round(events / Math.max(seconds, 0.001))
  return {
    sentences: [
      ...all.map(({ position, what }) => (position === null ? what : `position ${position}: ${what}`)),
      all.length === 0
        ? `All ${events - unsealed} sealed events are what they were when they were sealed (${counted(seals, 'seal')}; ${seconds.toFixed(1)} s, ${rate} events/s).`
        : `The log is not what was sealed: ${counted(all.length, 'finding')}, the first one above.`,
      ...(unsealed === 0 ? [] : [`Nothing is proved of what is not sealed yet: ${counted(unsealed, 'newer event')}.`]),
      ...(hasFile
        ? []
        : ['SEAL_FILE is not set: whoever cut off the end of the log together with its seals would not be found out.']),
    ],
    facts: { events, seals, unsealed, comparedWithFile: hasFile, eventsPerSecond: rate, findings: all },
    amiss: all.length > 0,
  }
}
