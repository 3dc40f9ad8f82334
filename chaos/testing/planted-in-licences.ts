import { randomUUID } from 'node:crypto'
import { isAcknowledged, isAnswered } from '../checker/commands.ts'
import type { Evidence, View } from '../checker/evidence.ts'
import type { Invariant } from '../checker/verdict.ts'
import type { FaultName, FaultTarget, Request } from '../history.ts'
import { answered } from '../witness.ts'
import { asked, broken, lastOf, otherwise } from './forging.ts'
import type { Planted } from './planted-in-log.ts'
import { REASONS } from './planted-in-refusals.ts'

const FOLDER = '/objects/licences/'
const HOUR = 3_600_000
export const VIEWS = 'who was shown a licence or a contract is written down, and nobody else'
export const LICENCES = 'a licence that was taken is there for its business, and for nobody else'

const isFinish = (request: Request): boolean => isAcknowledged(request) && request.call === 'finishLicenceUpload'
const isShown = (request: Request): boolean =>
  isAcknowledged(request) && request.call === 'licence' && request.asked.w === undefined
const isShownSmall = (request: Request): boolean =>
  isAcknowledged(request) && request.call === 'licence' && request.asked.w !== undefined
export const isPut = ({ call }: Request): boolean => call === 'putFile'
export const isTurnedAway = (request: Request): boolean =>
  isAnswered(request) && request.call === 'licence' && request.answer.status === 404

export const ERRORS: Invariant = 'no error that no fault explains'

/** A file on its way was answered otherwise while there was this fault. */
export function beside(good: Evidence, name: FaultName, target: FaultTarget, answer: Request['answer']): Evidence {
  const { startedAt, endedAt } = lastOf(good.history.requests, isPut)
  return broken(
    asked(good, isPut, () => ({ answer })),
    { name, target, startedAt: startedAt - 1_000, endedAt },
  )
}

/** An upload is refused, as one is that is finished after more than ten minutes. */
export const tooLate = (good: Evidence): Evidence =>
  asked(good, isFinish, () => ({ answer: answered(422, 'upload-expired') }))

/** As if another picture of that size had been shown. */
const black = (request: Request): Partial<Request> => {
  const { picture } = { picture: null, ...request.answer }
  if (picture === null || !picture.includes('#')) throw new Error('no picture was shown')
  return otherwise(request, { picture: picture.replace(/#.*/, '#000000') })
}

const lastLook = ({ history }: Evidence) => lastOf(history.requests, isShown)

/** With other lines in the book of who was shown a file. */
export const booked = (good: Evidence, change: (views: readonly View[]) => readonly View[]): Evidence => ({
  ...good,
  tables: { ...good.tables, views: change(good.tables.views) },
})

/** @throws {Error} nobody has looked at anything */
export function moved(view: View | undefined, other: Partial<View>): View {
  if (view === undefined) throw new Error('nobody has looked at a licence')
  return { ...view, ...other }
}

/** As if somebody had seen another's as well, which they were refused. */
const withOthers = (views: readonly View[]): View[] => {
  const [one] = views
  const other = views.find(({ businessId }) => businessId !== one?.businessId)
  return [...views, moved(one, { file: moved(other, {}).file })]
}

export const PLANTED_IN_LICENCES: readonly Planted[] = [
  {
    bug: 'a licence is shown to a visitor of the portal',
    violates: LICENCES,
    says: /was shown \/objects\/licences\/\S+, and is no member of staff$/,
    plant: (good) =>
      asked(
        good,
        (request) => request.call === 'licence' && request.actor === 'visitor',
        () => ({ answer: answered(200) }),
      ),
  },
  {
    bug: 'a smaller picture is not there',
    violates: LICENCES,
    says: /was shown \d+x80 #\S+ instead of \d+x80 #\S+, 96 wide$/,
    plant: (good) => {
      const large = lastOf(good.history.requests, isShown)
      return asked(good, isShownSmall, () => ({ answer: large.answer }))
    },
  },
  {
    bug: 'an upload is taken, and nobody is told as what',
    violates: LICENCES,
    says: /was not told of what file it is$/,
    plant: (good) => asked(good, isFinish, (request) => otherwise(request, { file: null })),
  },
  {
    bug: 'a licence is shown to another tenant',
    violates: LICENCES,
    says: /^licence .* of [0-9a-f-]{36} was shown \/objects\/licences\/\S+ of [0-9a-f-]{36}$/,
    plant: (good) => asked(good, isTurnedAway, () => ({ answer: answered(200) })),
  },
  {
    bug: 'a licence that nobody has brought is shown',
    violates: LICENCES,
    says: /was shown \/objects\/licences\/made-up of nobody$/,
    plant: (good) => asked(good, isShown, () => ({ asked: { file: '/objects/licences/made-up' } })),
  },
  {
    bug: 'the licence of an acknowledged booking is gone',
    violates: LICENCES,
    says: /is not there$/,
    plant: (good) => asked(good, isShown, () => ({ answer: answered(404, 'not-found') })),
  },
  {
    bug: 'another picture is shown than was uploaded',
    violates: LICENCES,
    says: /was shown 1x1 instead of \d+x80 #/,
    plant: (good) => asked(good, isShown, (request) => otherwise(request, { picture: '1x1' })),
  },
  {
    bug: 'another picture of the same size is shown',
    violates: LICENCES,
    says: /was shown \d+x80 #000000 instead of \d+x80 #/,
    plant: (good) => asked(good, isShown, black),
  },
  {
    bug: 'the smaller picture is another one’s',
    violates: LICENCES,
    says: /was shown 96x\d+ #000000 instead of \d+x80 #\S+, 96 wide$/,
    plant: (good) => asked(good, isShownSmall, black),
  },
  {
    bug: 'a look at a licence is not written down',
    violates: VIEWS,
    says: /^licence .* was shown \/objects\/licences\/\S+, and it was not written down by then$/,
    plant: (good) => booked(good, (views) => views.slice(1)),
  },
  {
    bug: 'a look at a licence is written down in another hour',
    violates: VIEWS,
    says: /and it was not written down by then$/,
    plant: (good) => booked(good, ([first, ...others]) => [moved(first, { hour: 0, at: 0 }), ...others]),
  },
  {
    bug: 'a look at a licence is written down after it was shown',
    violates: VIEWS,
    says: /and it was not written down by then$/,
    plant: (good) =>
      booked(good, ([first, ...others]) => [moved(first, { at: lastLook(good).endedAt + 60_000 }), ...others]),
  },
  {
    bug: 'a look is written down once more, an hour after the last one',
    violates: VIEWS,
    says: /who did not look at it$/,
    plant: (good) =>
      booked(good, (views) => [
        ...views,
        moved(views[0], { hour: lastLook(good).endedAt + HOUR, at: lastLook(good).endedAt + HOUR }),
      ]),
  },
  {
    bug: 'it is written down that somebody was shown a contract, which nobody has asked for',
    violates: VIEWS,
    says: /was shown \/objects\/contracts\/x at \S+, who did not look at it$/,
    plant: (good) => booked(good, (views) => [...views, moved(views[0], { file: '/objects/contracts/x' })]),
  },
  {
    bug: 'a look is written down that nobody had',
    violates: VIEWS,
    says: /^it is written down that \S+ was shown \/objects\/licences\/made-up at \S+, who did not look at it$/,
    plant: (good) => booked(good, ([first, ...others]) => [moved(first, { file: `${FOLDER}made-up` }), ...others]),
  },
  {
    bug: 'a look is written down as somebody else’s',
    violates: VIEWS,
    says: /who did not look at it$/,
    plant: (good) => booked(good, ([first, ...others]) => [moved(first, { userId: randomUUID() }), ...others]),
  },
  {
    bug: 'who was turned away is written down as having looked',
    violates: VIEWS,
    says: /who did not look at it$/,
    plant: (good) => booked(good, withOthers),
  },
  {
    bug: 'a look is written down for another business',
    violates: VIEWS,
    says: /^it is written down for \S+ that \/objects\/licences\/\S+ was shown at /,
    plant: (good) => booked(good, ([first, ...others]) => [moved(first, { businessId: randomUUID() }), ...others]),
  },
  {
    bug: 'what comes for a licence is no picture',
    violates: LICENCES,
    says: /was shown null instead of \d+x80 #/,
    plant: (good) => asked(good, isShown, (request) => otherwise(request, { picture: null })),
  },
  {
    bug: 'an upload that is finished again is another file',
    violates: LICENCES,
    says: /was told of \/objects\/licences\/\S+ and \/objects\/licences\/another$/,
    plant: (good) => asked(good, isFinish, (request) => otherwise(request, { file: '/objects/licences/another' })),
  },
  {
    bug: 'two uploads are one file',
    violates: LICENCES,
    says: /^\/objects\/licences\/\S+ is what came of /,
    plant: (good) => {
      const last = lastOf(good.history.requests, isFinish)
      const others = lastOf(
        good.history.requests,
        (request) => isFinish(request) && request.businessId !== last.businessId,
      )
      const { file } = { file: null, ...others.answer }
      return asked(good, isFinish, (request) => otherwise(request, { file }))
    },
  },
  {
    bug: 'what the storage has taken is not found',
    violates: REASONS,
    says: /^finishLicenceUpload .* was refused \(422 upload-missing\)/,
    plant: (good) => asked(good, isFinish, () => ({ answer: answered(422, 'upload-missing') })),
  },
  {
    bug: 'an upload is too late at once, and every clock is right',
    violates: REASONS,
    says: /^finishLicenceUpload .* was refused \(422 upload-expired\)/,
    plant: tooLate,
  },
  {
    bug: 'the storage refuses what it was sent, and every clock is right',
    violates: REASONS,
    says: /^putFile .* was refused \(403 \)/,
    plant: (good) => asked(good, isPut, () => ({ answer: answered(403) })),
  },
  {
    bug: 'the storage knows no such place, beside a clock that has jumped',
    violates: REASONS,
    says: /^putFile .* was refused \(404 \)/,
    plant: (good) => beside(good, 'clock-jump', 'command', answered(404)),
  },
  {
    bug: 'the storage fails while something else is away',
    violates: ERRORS,
    says: /^putFile .* was told 500/,
    plant: (good) => beside(good, 'kill', 'query', answered(500)),
  },
  {
    bug: 'the storage fails, and nothing was wrong with it',
    violates: ERRORS,
    says: /^putFile .* was told 500/,
    plant: (good) => asked(good, isPut, () => ({ answer: answered(500) })),
  },
]
