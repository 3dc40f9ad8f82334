import { dateFormat } from '../../lib/formats.ts'
import type { Actions } from '../../offline/outbox/queue.ts'
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
 * truth: "Up to date" only when the server was just asked and nothing waits.
 * @param keeps whether what waits survives the tab
 */
export function statusOf({ isOnline, isFetching, hasFailed, at }: Freshness, pending: Actions, keeps = true): Status {
  const refused = pending.filter(({ state }) => state === 'refused').length
  const waiting = pending.length - refused
  const care = keeps ? '' : ' – keep this tab open'
  const time = at === undefined ? undefined : clock(at)
  if (refused > 0) return { tone: 'needs-you', words: `${changes(refused)} ${refused === 1 ? 'needs' : 'need'} you` }
  if (!isOnline) {
    const showing = time === undefined ? 'Offline' : `Offline – showing ${time}`
    return { tone: 'offline', words: waiting === 0 ? showing : `${showing} · ${changes(waiting)} to send${care}` }
  }
  // It was tried more than once: whatever the device believes, the server does not answer.
  const isUnanswered = pending.some(({ state, attempts }) => state !== 'refused' && attempts > 1)
  if (isUnanswered) return { tone: 'offline', words: `No answer from the server · ${changes(waiting)} to send${care}` }
  if (waiting > 0) return { tone: 'sending', words: `Sending ${changes(waiting)}${care}` }
  if (time === undefined || isFetching) return { tone: 'calm', words: 'Updating…' }
  if (hasFailed) return { tone: 'offline', words: `Could not update – showing ${time}` }
  return { tone: 'calm', words: `Up to date ${time}` }
}
