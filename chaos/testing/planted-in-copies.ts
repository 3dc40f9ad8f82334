import { randomUUID } from 'node:crypto'
import { outcomesIn } from '../checker/due-mails.ts'
import { CLOCKS_APART, type Evidence } from '../checker/evidence.ts'
import type { Fault } from '../history.ts'
import { broken, lastOf, mailed, told } from './forging.ts'
import type { Planted } from './planted-in-log.ts'
import { lastMail, MAILS } from './planted-in-mails.ts'

interface Beside extends Pick<Fault, 'name' | 'target'> {
  /** In milliseconds after the mail. */
  readonly from: number
  readonly to: number
}

/** The last mail comes once more, so many milliseconds later, and a fault is beside it. */
function again(good: Evidence, later: number, { name, target, from, to }: Beside): Evidence {
  const mail = lastMail(good)
  const { at } = mail
  const hit = broken(good, { name, target, startedAt: at + from, endedAt: at + to })
  return mailed(hit, { ...mail, at: at + later })
}

/** A mail comes twice, so many seconds apart, and nothing is a reason for it. */
const twice = (bug: string, seconds: string, plant: Planted['plant']): Planted => ({
  bug,
  violates: MAILS,
  says: new RegExp(`came 2 times, once more after ${seconds}\\.0 s, and no fault cut the sender short`),
  plant,
})

/** Mails that come more than once. */
export const PLANTED_IN_COPIES: readonly Planted[] = [
  twice('a mail comes twice without a kill', '1', (good) =>
    mailed(good, { ...lastMail(good), at: lastMail(good).at + 1_000 }),
  ),
  twice('a job that comes once more is carried out once more', '1', (good) =>
    again(good, 1_000, { name: 'duplicate', target: 'queue', from: -500, to: 2_000 }),
  ),
  twice('a mail comes twice because a clock was wrong', '1', (good) =>
    again(good, 1_000, { name: 'clock-jump', target: 'workers', from: -500, to: 2_000 }),
  ),
  twice('a mail comes twice because the database was restarted', '1', (good) =>
    again(good, 1_000, { name: 'restart', target: 'postgres', from: -500, to: 900 }),
  ),
  twice('a mail comes twice because the event store was away', '20', (good) =>
    again(good, 20_000, { name: 'away', target: 'event-store', from: 100, to: 19_000 }),
  ),
  twice('a mail comes again half a minute later, and somebody was killed in between', '30', (good) =>
    again(good, 30_000, { name: 'kill', target: 'workers', from: 20_000, to: 20_000 }),
  ),
  {
    bug: 'a mail comes again after a kill although the log says that it was sent',
    violates: MAILS,
    says: /the last time when the log had long said so/,
    plant: (good) => again(good, 60_000, { name: 'kill', target: 'workers', from: 100, to: 100 }),
  },
  {
    bug: 'a mail comes under two Message-IDs',
    violates: MAILS,
    says: /^a mail that nothing called for/,
    plant: (good) => mailed(good, { ...lastMail(good), messageId: `<${randomUUID()}@forecourt.example>` }),
  },
  {
    bug: 'copies of a mail come under two Message-IDs, after a kill',
    violates: MAILS,
    says: /^[0-9a-f-]{36} came as <\S+> and <\S+@elsewhere\.example>$/,
    plant: (good) => {
      const doubled = again(good, 1_000, { name: 'kill', target: 'workers', from: 100, to: 100 })
      const { messageId, ...copy } = lastOf(doubled.history.mails, () => true)
      const mails = doubled.history.mails.slice(0, -1)
      return told(doubled, {
        mails: [...mails, { ...copy, messageId: messageId.replace(/@.*/, '@elsewhere.example>') }],
      })
    },
  },
  {
    bug: 'a mail comes again after a kill that came when the log had said that it was sent',
    violates: MAILS,
    says: /came 2 times, once more after \d\.\d s, and no fault cut the sender short/,
    plant: (good) => {
      const mail = lastMail(good)
      const said = outcomesIn(good.log).get(/^<([^@]+)@/.exec(mail.messageId)?.[1] ?? '')?.at ?? mail.at
      const from = said - mail.at + 2 * CLOCKS_APART
      return again(good, from + 10, { name: 'kill', target: 'workers', from, to: from })
    },
  },
]
