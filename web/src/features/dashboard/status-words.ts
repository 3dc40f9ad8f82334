import { dateFormat } from '../../lib/formats.ts'
import { type Actions, heldUp } from '../../offline/outbox/queue.ts'
import type { Freshness } from './freshness.ts'

const clock = dateFormat({ hour: '2-digit', minute: '2-digit' })
const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

/** What the status line says, and how loudly. */
export interface Status {
  readonly tone: 'calm' | 'offline' | 'sending' | 'needs-you'
  readonly words: string
}

/**
 * The one status line, gravest first: what needs a person, what is not sent yet, and how fresh the screen is. It tells the
 * truth: "Up to date" only when the server has just spoken and nothing waits, and that a change needs somebody hides neither
 * that the screen is old nor that others wait, those behind it among them.
 * @param keeps whether what waits survives the tab
 */
export function statusOf(freshness: Freshness, pending: Actions, keeps = true): Status {
  const waiting = pending.filter(({ state }) => state !== 'refused')
  const refused = pending.length - waiting.length
  const otherwise = withoutRefused(freshness, waiting, keeps ? '' : ' – keep this tab open')
  if (refused === 0) return otherwise
  const words = `${changes(refused)} ${refused === 1 ? 'needs' : 'need'} you`
  if (otherwise.tone === 'offline') return { tone: 'needs-you', words: `${words} · ${otherwise.words}` }
  const behind = heldUp(pending).length
  return { tone: 'needs-you', words: behind === 0 ? words : `${words} · ${changes(behind)} to send` }
}

function withoutRefused(
  { isOnline, isFetching, hasFailed, word, at, behindSince }: Freshness,
  waiting: Actions,
  care: string,
): Status {
  // An answer that is behind says no more than what was so before.
  const time = at === undefined ? undefined : clock(Math.min(at, behindSince ?? at))
  const toSend = `${changes(waiting.length)} to send${care}`
  if (!isOnline) {
    const showing = time === undefined ? 'Offline' : `Offline – showing ${time}`
    return { tone: 'offline', words: waiting.length === 0 ? showing : `${showing} · ${toSend}` }
  }
  // It was tried more than once, or the stream is silent: whatever the device believes, the server does not answer.
  if (waiting.some(({ attempts }) => attempts > 1 || word === 'missing'))
    return { tone: 'offline', words: `No answer from the server · ${toSend}` }
  if (waiting.length > 0) return { tone: 'sending', words: `Sending ${changes(waiting.length)}${care}` }
  // For as long as they are, also while they are asked for again.
  if (behindSince !== undefined && !hasFailed)
    return { tone: 'offline', words: `The screens are behind – showing ${time ?? clock(behindSince)}` }
  if (time === undefined || isFetching || (word === 'awaited' && !hasFailed))
    return { tone: 'calm', words: 'Updating…' }
  if (hasFailed) return { tone: 'offline', words: `Could not update – showing ${time}` }
  if (word === 'missing') return { tone: 'offline', words: `No updates from the server – showing ${time}` }
  return { tone: 'calm', words: `Up to date ${time}` }
}
