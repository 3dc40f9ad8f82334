import type { Explained } from './explained.ts'
import { broken, lastOf, told } from './forging.ts'
import { EMPTIED, MAILS_GO_ON, notTaken, stayed, stoodStill } from './planted-in-pauses.ts'

/** What looks like mails that are left alone, and that there was a reason for. */
export const EXPLAINED_ABOUT_PAUSES: readonly Explained[] = [
  {
    what: 'mails go out some seconds after the workers were killed',
    keeps: MAILS_GO_ON,
    plant: (good) => stoodStill(good, 25_000),
  },
  {
    what: 'a mail that was under way when its worker was killed goes out when the next one has found it',
    keeps: MAILS_GO_ON,
    plant: (good) => stayed(good, 45_000, 'one'),
  },
  {
    what: 'a mail that was not taken five times is tried again after eleven minutes',
    keeps: MAILS_GO_ON,
    plant: (good) => notTaken(stayed(good, 697_000, 'one'), 5),
  },
  {
    what: 'a mail goes out late after the workers were killed, as the mail server was away soon after',
    keeps: MAILS_GO_ON,
    plant: (good) => {
      const late = stayed(good, 180_000, 'one')
      const { endedAt } = lastOf(late.history.faults, ({ id }) => id === 'x')
      return broken(late, {
        name: 'away',
        target: 'mail-server',
        startedAt: endedAt + 100_000,
        endedAt: endedAt + 160_000,
        id: 'y',
      })
    },
  },
  {
    what: 'a mail goes out late, as the clock of its worker was wrong',
    keeps: MAILS_GO_ON,
    plant: (good) => {
      const late = stayed(good, 697_000, 'one')
      const { endedAt } = lastOf(late.history.faults, ({ id }) => id === 'x')
      return broken(late, {
        name: 'clock-jump',
        target: 'workers',
        startedAt: endedAt + 1_000,
        endedAt: endedAt + 6_000,
      })
    },
  },
  {
    what: 'many mails wait while people keep the processors busy, and go out one after another, those that come later behind them',
    keeps: MAILS_GO_ON,
    plant: (good) => {
      const late = stayed(good, 0, 'all')
      const { endedAt } = lastOf(late.history.faults, ({ id }) => id === 'x')
      const mails = late.history.mails
        .toSorted((one, other) => one.at - other.at)
        .map((mail, index) => ({ ...mail, at: endedAt + (index + 1) * 10_000 }))
      return told(late, { mails })
    },
  },
  {
    what: 'mails go out when the sweep has come after the queue was emptied',
    keeps: MAILS_GO_ON,
    plant: (good) => stoodStill(good, 65_000, EMPTIED),
  },
  {
    what: 'mails go out late after the workers were killed, as the machine stood still in between',
    keeps: MAILS_GO_ON,
    plant: (good) => {
      const late = stoodStill(good, 40_000)
      const { endedAt } = lastOf(late.history.faults, ({ id }) => id === 'x')
      return told(late, { standstills: [{ kind: 'standstill', startedAt: endedAt, endedAt: endedAt + 15_000 }] })
    },
  },
]
