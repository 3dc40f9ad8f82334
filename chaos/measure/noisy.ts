import { quantile } from '../../bench/statistics.ts'
import { requestFor, type Tenant } from '../../tests/system/support/tenant.ts'
import type { Platform, Production } from '../platform/platform.ts'
import { settle } from '../settle.ts'
import { capacityOf, isFound } from './capacity.ts'
import { type Crowd, gather, type Staffed } from './crowd.ts'
import { besideBareServer, type Flood, type Flooded, whileFlooding } from './flood.ts'
import { keepPace, type Paced, row } from './pace.ts'
import { onQuietPlatform } from './quiet-platform.ts'
import { requestsInLog } from './requests-in-log.ts'

/** What the neighbours' people do, together, while it is quiet and while it is noisy. */
const NEIGHBOURS_PER_SECOND = 20
/** A business may be asked 120 times a minute; one request in four is for a booking. Odd, so that each asks both processes. */
const NEIGHBOURS = 5
const QUIET_SECONDS = 30
const NOISY_SECONDS = 60
/** How capacity is found: so many people ask one after another for so long, with nothing else going on. */
const ASKING_AT_ONCE = 64
const CAPACITY_SECONDS = 5
/** A process that has just started takes a fraction of what it takes when it has been busy for a while. */
const WARM_UP_SECONDS = 8
/**
 * Of so many businesses: their limits let 1,800 requests a second through for all that time. Where the platform takes more, the
 * limits are what is found, and that is said. Odd, too.
 */
const BUSY_BUSINESSES = 101
/** As many for each, and no multiple of the numbers above: whoever asks in turn comes to all of them. */
const VEHICLES = 11
/** Floods come at so many times the capacity, over so many connections. */
const TIMES = 10
const CONNECTIONS = 2_000
/** The flood's people take turns with so many requests, each from an address of its own. */
const REQUESTS = 1_000
/** Of the flood that was meant, so much must have been sent: a thinner one proves nothing. */
const FLOODED = 0.9
/** How much longer a neighbour may wait. */
const BOUND = 2

/**
 * `npm run chaos -- noisy`: visitors flood one business with ten times as many requests as the platform can take; other
 * ones' people wait no more than twice as long as before.
 * @param production see {@link Production}
 * @returns whether it was so, and what it can take was found
 */
export async function noisy(stop: AbortSignal, production: Production): Promise<boolean> {
  return await onQuietPlatform({ stop, production }, async (platform) => {
    const businesses = 1 + NEIGHBOURS + BUSY_BUSINESSES
    console.log('It takes about four minutes in all.')
    console.log(`${businesses} businesses with ${VEHICLES} vehicles each are onboarded …`)
    const crowd = await gather(platform, businesses, VEHICLES)
    const [flooded, ...others] = crowd.tenants
    if (flooded === undefined) throw new Error('there is nobody to flood')
    const busy = others.slice(NEIGHBOURS)
    const capacityIn = (seconds: number) =>
      capacityOf(
        async (number) => {
          const who = busy[(number - 1) % busy.length]
          if (who === undefined) throw new Error('nobody is asked')
          return await crowd.book(who.tenant, number)
        },
        { seconds, atOnce: ASKING_AT_ONCE, stop },
      )
    console.log(`Booking requests, so that all processes have been busy: ${WARM_UP_SECONDS} s …`)
    const cold = await capacityIn(WARM_UP_SECONDS)
    console.log(`How many the platform takes: ${CAPACITY_SECONDS} s …`)
    const warm = await capacityIn(CAPACITY_SECONDS)
    const found = { ...warm, refused: cold.refused + warm.refused }
    const capacity = found.perSecond
    const isKnown = isFound(found, console.log)
    console.log(`A flood is ${TIMES} times that.`)
    const measured = await measure(platform, crowd, {
      neighbours: others.slice(0, NEIGHBOURS),
      order: floodOf(platform, flooded.tenant, capacity),
      stop,
    })
    const stored = await requestsInLog(platform, flooded.tenant.businessId)
    report(measured)
    return judge(measured, { capacity, stored }) && isKnown
  })
}

interface Measured {
  readonly before: Paced
  /** Beside a flood at a server that does nothing but refuse: what this machine makes of it, whatever the product does. */
  readonly besideBare: Paced
  readonly during: Paced
  readonly after: Paced
  readonly bareFlood: Flooded
  readonly flood: Flooded
}

interface Circumstances {
  readonly neighbours: readonly Staffed[]
  readonly order: Flood
  readonly stop: AbortSignal
}

/** How long the neighbours wait before, beside a bare server's flood, during the flood and after it. */
async function measure(platform: Platform, crowd: Crowd, at: Circumstances): Promise<Measured> {
  const { order, stop } = at
  const neighbours = (when: string, seconds: number) => {
    console.log(`The neighbours' people ${when}: ${seconds} s …`)
    return live(crowd, at.neighbours, seconds, stop)
  }
  // What follows from bookings, mails for the most part, is done first: it would make every figure worse.
  const calm = async () => {
    console.log('Waiting until all has followed …')
    const left = await settle(platform)
    if (left !== undefined) throw new Error(`not all has followed, so that nothing can be measured: ${left}`)
  }
  await calm()
  const before = await neighbours('while it is quiet', QUIET_SECONDS)
  await calm()
  const [bareFlood, besideBare] = await besideBareServer(stop, (url) => {
    const atBare = { ...order, targets: [url], seconds: QUIET_SECONDS }
    return whileFlooding(atBare, stop, () => neighbours('beside a flood at a bare server', QUIET_SECONDS))
  })
  await calm()
  const [flood, during] = await whileFlooding(order, stop, () => neighbours('during the flood', NOISY_SECONDS))
  const after = await neighbours('after it', QUIET_SECONDS)
  return { before, besideBare, during, after, bareFlood, flood }
}

/** Visitors and staff of these businesses go about theirs. */
async function live(crowd: Crowd, businesses: readonly Staffed[], seconds: number, stop: AbortSignal): Promise<Paced> {
  return await keepPace({
    perSecond: NEIGHBOURS_PER_SECOND,
    seconds,
    atOnce: 1_000,
    stop,
    ask(number) {
      const round = Math.floor(number / 4)
      const who = businesses[round % businesses.length]
      if (who === undefined) throw new Error('there are no neighbours')
      return number % 4 === 0 ? crowd.book(who.tenant, round) : crowd.look(who, number - round - 1)
    },
  })
}

function floodOf(platform: Platform, { vehicles }: Tenant, capacity: number): Flood {
  const { processes } = platform
  const bodies = Array.from({ length: REQUESTS }, (_, number) => {
    const vehicle = vehicles[number % vehicles.length]
    if (vehicle === undefined) throw new Error('there is no vehicle')
    return requestFor(platform, vehicle, { from: 1 + (number % 300), count: 1 + (number % 4) })
  })
  const targets = [processes['command-1'], processes['command-2']].flatMap((process) => process.url() ?? [])
  return { targets, bodies, perSecond: capacity * TIMES, seconds: NOISY_SECONDS, connections: CONNECTIONS }
}

function report({ before, besideBare, during, after, bareFlood, flood }: Measured): void {
  console.table([
    row('neighbours before', before, QUIET_SECONDS),
    row('neighbours, flood at a bare server', besideBare, QUIET_SECONDS),
    row('neighbours during the flood', during, NOISY_SECONDS),
    row('neighbours after', after, QUIET_SECONDS),
  ])
  console.table([floodRow('at a bare server', bareFlood, QUIET_SECONDS), floodRow('flood', flood, NOISY_SECONDS)])
  for (const [when, { failures, dropped }] of Object.entries({ before, during, after })) {
    for (const [failure, count] of failures) console.log(`neighbours, ${when}: ${count} × ${failure}`)
    if (dropped.length > 0) console.log(`neighbours, ${when}: ${dropped.length} were left out`)
  }
}

function floodRow(what: string, { due, sent, lost, answers, p50, p95 }: Flooded, seconds: number) {
  const { 201: taken = 0, 429: refused = 0, ...others } = answers
  const otherwise = Object.values(others).reduce((sum, count) => sum + count, 0)
  return {
    what,
    'due /s': Math.round(due / seconds),
    'sent /s': Math.round(sent / seconds),
    'refused /s': Math.round(refused / seconds),
    taken,
    'other answers': otherwise,
    'no answer': lost,
    'p50 ms': Math.round(p50),
    'p95 ms': Math.round(p95),
  }
}

const p95 = ({ waits }: Paced): number => quantile(waits, 0.95)

/** @returns whether the flood was thick enough, the neighbours hardly noticed, and what was acknowledged is in the log */
function judge(
  { before, besideBare, during, after, flood: { sent, lost, answers } }: Measured,
  { capacity, stored }: { readonly capacity: number; readonly stored: number },
): boolean {
  const flooding = sent / NOISY_SECONDS / capacity
  console.log(`The flood was ${flooding.toFixed(1)} times the capacity; ${TIMES} times were meant.`)
  const ratio = p95(during) / p95(before)
  console.log(`The neighbours' p95 is ${ratio.toFixed(2)} times that of quiet minutes; the bound is ${BOUND}.`)
  console.log(`Beside a flood at a bare server it is ${(p95(besideBare) / p95(before)).toFixed(2)} times that.`)
  const taken = answers[201] ?? 0
  console.log(`Of the flood ${taken} requests were acknowledged, ${stored} are in the log.`)
  // What was answered with a failure, or not at all, may be stored nevertheless.
  const doubtful = Object.entries(answers).reduce(
    (sum, [status, count]) => (Number(status) >= 500 ? sum + count : sum),
    lost,
  )
  const isKept = stored >= taken && stored <= taken + doubtful
  // A figure of failures says nothing, nor does one beside them; and when it is over, it is over.
  const isFine = [before, during, after].every(({ failures, dropped }) => failures.size === 0 && dropped.length === 0)
  const isOver = p95(after) <= BOUND * p95(before)
  console.log(`After the flood it is ${(p95(after) / p95(before)).toFixed(2)} times that; the bound is ${BOUND}, too.`)
  return flooding >= TIMES * FLOODED && ratio <= BOUND && isFine && isOver && isKept
}
