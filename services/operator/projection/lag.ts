import type { Position } from '@forecourt/event-log/port.ts'
import { secondsBehind } from '@forecourt/event-log/seconds-behind.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { filledSoFar } from '@forecourt/query/projection/filling.ts'
import { nextOf } from '@forecourt/query/projection/kept-models.ts'
import { parkedStreams } from '@forecourt/query/projection/parked.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { type Command, optional, RefusedError, UsageError } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { reactorLag } from './reactor-lag.ts'

/** `forecourt lag`: how far the screens are behind the log, and those who look for mails in it. */
export const lag: Command = {
  name: 'lag',
  onlyReads: true,
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
    const next = await nextModel(platform, head)
    return {
      sentences: [
        seconds === 0
          ? `The screens show all that is in the log, up to position ${position}.`
          : `The screens are at position ${position}; the oldest event that they lack was written ${seconds.toFixed(1)} s ago (the log ends at ${head}).`,
        mails.seconds === 0
          ? 'For mails and documents, all of it was looked at.'
          : `For mails and documents, it was looked at up to position ${mails.position}; the oldest event behind that was written ${mails.seconds.toFixed(1)} s ago.`,
        ...(next === undefined
          ? []
          : [
              `Beside it a read model is made anew: ${next.done} of ${next.all} events (${percent(next)} %) are in it.`,
            ]),
        ...(parked.length === 0 ? [] : [`${parked.length} streams are parked: "forecourt parked list"`]),
      ],
      facts: {
        position: String(position),
        head: String(head),
        seconds,
        mailSeconds: mails.seconds,
        parked: parked.length,
        ...(next === undefined ? {} : { next: { done: String(next.done), all: String(next.all) } }),
      },
      amiss: most !== undefined && (seconds > most || parked.length > 0),
    }
  },
}

/** How far the read model is that a rebuild makes, or has left, beside the live one. */
interface Next {
  readonly done: bigint
  readonly all: bigint
}

/** By the log's positions where it is read in its order, else by the events that it is made of. */
async function nextModel({ pool }: Platform, head: Position): Promise<Next | undefined> {
  const schema = nextOf(LIVE)
  const found = await readCheckpoint(pool, schema)
  if (found === undefined) return undefined
  const filled = await filledSoFar(pool, schema)
  return filled === undefined ? { done: found.position, all: head } : { done: filled.events, all: filled.upTo }
}

const percent = ({ done, all }: Next) => (all === 0n ? 100n : (done * 100n) / all)

function mostOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError('--most takes a number of seconds')
  return Number(text)
}
