import { secondsBehind } from '@forecourt/event-log/seconds-behind.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { parkedStreams } from '@forecourt/query/projection/parked.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { type Command, optional, RefusedError, UsageError } from '../cli/command.ts'
import { reactorLag } from './reactor-lag.ts'

/** `forecourt lag`: how far the screens are behind the log, and those who look for mails in it. */
export const lag: Command = {
  name: 'lag',
  summary: 'how far the screens and the mails are behind the log',
  example: 'forecourt lag --most 30',
  explained: [['--most SECONDS', 'exit code 1 when the screens are further behind, or a stream is parked']],
  options: { most: { type: 'string' } },
  async run(given, platform) {
    const { core, pool, call } = platform
    const most = mostOf(optional(given, 'most', { line: 9 }))
    const checkpoint = await readCheckpoint(pool, LIVE)
    if (checkpoint === undefined) throw new RefusedError('no-read-model', 'there is no read model yet')
    const { position } = checkpoint
    const seconds = await secondsBehind(core.log, position, call.now())
    const parked = await parkedStreams(pool, LIVE)
    const mails = await reactorLag(platform)
    const head = await core.log.head()
    return {
      sentences: [
        seconds === 0
          ? `The screens show all that is in the log, up to position ${position}.`
          : `The screens are at position ${position}; the oldest event that they lack was written ${seconds.toFixed(1)} s ago (the log ends at ${head}).`,
        mails.seconds === 0
          ? 'For mails and documents, all of it was looked at.'
          : `For mails and documents, it was looked at up to position ${mails.position}; the oldest event behind that was written ${mails.seconds.toFixed(1)} s ago.`,
        ...(parked.length === 0 ? [] : [`${parked.length} streams are parked: "forecourt parked list"`]),
      ],
      facts: {
        position: String(position),
        head: String(head),
        seconds,
        mailSeconds: mails.seconds,
        parked: parked.length,
      },
      amiss: most !== undefined && (seconds > most || parked.length > 0),
    }
  },
}

function mostOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError('--most takes a number of seconds')
  return Number(text)
}
