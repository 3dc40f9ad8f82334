import type { Evidence, View } from '../checker/evidence.ts'
import type { Request } from '../history.ts'
import { answered } from '../witness.ts'
import type { Explained } from './explained.ts'
import { asked, broken, lastOf, told } from './forging.ts'
import { booked, isTurnedAway, LICENCES, moved, tooLate, VIEWS } from './planted-in-licences.ts'
import { REASONS } from './planted-in-refusals.ts'

/** All looks at one licence were otherwise, and so is what is written down of them. */
function looked(
  good: Evidence,
  looks: (view: View) => Partial<Request>,
  line: (view: View) => Partial<View>,
): Evidence {
  const [view] = good.tables.views
  if (view === undefined) throw new Error('nobody has looked at a licence')
  const isTheirs = ({ call, actor, businessId, asked: { file } }: Request) =>
    call === 'licence' && actor === 'member' && businessId === view.businessId && file === view.file
  const requests = good.history.requests.map((one) => (isTheirs(one) ? { ...one, ...looks(view) } : one))
  return booked(told(good, { requests }), ([first, ...others]) => [moved(first, line(view)), ...others])
}

const LATER = 60_000
const HOUR = 3_600_000

/** What looks like a licence, or a look at one, that is lost or shown to the wrong person, and that there was a reason for. */
export const EXPLAINED_ABOUT_LICENCES: readonly Explained[] = [
  {
    what: 'a look whose answer was lost is written down later',
    keeps: VIEWS,
    plant: (good) =>
      looked(
        good,
        () => ({ answer: { kind: 'none', why: 'timeout' } }),
        ({ at }) => ({ at: at + LATER }),
      ),
  },
  {
    what: 'a look is written down after whoever looked was told that the database is away',
    keeps: VIEWS,
    plant: (good) =>
      looked(
        good,
        () => ({ answer: answered(503) }),
        ({ at }) => ({ at: at + LATER }),
      ),
  },
  {
    what: 'a look is asked for in one hour and written down in the next',
    keeps: VIEWS,
    plant: (good) =>
      looked(
        good,
        ({ hour }) => ({ startedAt: hour + HOUR - 100, endedAt: hour + HOUR + 100 }),
        ({ hour }) => ({ hour: hour + HOUR, at: hour + HOUR + 50 }),
      ),
  },
  {
    what: 'a licence is not there before its booking was acknowledged',
    keeps: LICENCES,
    plant: (good) => {
      const theirs = lastOf(good.history.requests, isTurnedAway)
      const holder = lastOf(good.history.requests, ({ asked: { licence } }) => licence === theirs.asked.file)
      const { businessId, startedAt } = holder
      return asked(good, isTurnedAway, () => ({ businessId, startedAt: startedAt - 1, endedAt: startedAt }))
    },
  },
  {
    what: 'an upload is too late for a process whose clock has jumped',
    keeps: REASONS,
    plant: (good) => {
      const late = tooLate(good)
      const { startedAt, endedAt } = lastOf(late.history.requests, ({ call }) => call === 'finishLicenceUpload')
      return broken(late, { name: 'clock-jump', target: 'command', startedAt: startedAt - 1_000, endedAt })
    },
  },
]
