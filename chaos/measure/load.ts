import type { Production } from '../platform/platform.ts'
import { gather, type Staffed } from './crowd.ts'
import { failuresInWords, keepPace, type Paced, row } from './pace.ts'
import { onQuietPlatform } from './quiet-platform.ts'
import { requestsInLog } from './requests-in-log.ts'

const BOOKINGS_PER_SECOND = 150
const READS_PER_SECOND = 500
/**
 * A business may be asked 1,200 times an hour and 120 times a minute, by each process, and 50 requests may wait for a
 * vehicle: so much load is that of many.
 */
const BUSINESSES_PER_MINUTE = 9
const FEWEST_BUSINESSES = 49
const VEHICLES = 30

/**
 * Processes that have just started are several times slower than those that have run for some seconds, and nobody's visitors
 * come all at once: the pace rises by these shares of it, for so many seconds each. Nothing may fail or be left out then, either.
 */
const RISING = [0.1, 0.3, 0.6]
const STEP = 5

/**
 * `npm run chaos -- load --minutes 5`: 150 bookings and 500 reads a second, with the limits of production.
 * @param production see {@link Production}
 * @returns whether it went without an error, and the log has each request that was acknowledged and no other
 */
export async function load(minutes: number, stop: AbortSignal, production: Production): Promise<boolean> {
  return await onQuietPlatform({ stop, production }, async (platform) => {
    // Odd, so that each business is asked through both processes in turn.
    const businesses = Math.max(FEWEST_BUSINESSES, Math.ceil(BUSINESSES_PER_MINUTE * minutes) + 3) | 1
    console.log(`${businesses} businesses with ${VEHICLES} vehicles each are onboarded …`)
    const crowd = await gather(platform, businesses, VEHICLES)
    const seconds = minutes * 60
    const who = (number: number) => {
      const staffed = crowd.tenants[number % crowd.tenants.length]
      if (staffed === undefined) throw new Error('there is no business')
      return staffed
    }
    let turn = 0
    const ask = async (share: number, lasts: number) => {
      const part = (perSecond: number, one: (staffed: Staffed, number: number) => Promise<string | undefined>) =>
        keepPace({
          perSecond: perSecond * share,
          seconds: lasts,
          atOnce: 1_000,
          stop,
          ask: (number) => one(who(number), first + Math.floor(number / crowd.tenants.length)),
        })
      const first = turn
      // Nobody asks for the same twice.
      turn += Math.ceil((BOOKINGS_PER_SECOND * share * lasts) / crowd.tenants.length)
      return await Promise.all([
        part(BOOKINGS_PER_SECOND, ({ tenant }, number) => crowd.book(tenant, number)),
        part(READS_PER_SECOND, async (staffed, number) => await crowd.look(staffed, number)),
      ])
    }
    const before: (readonly [bookings: Paced, reads: Paced])[] = []
    for (const share of RISING) before.push(await ask(share, STEP))
    console.log(`Asked for ${minutes} min: ${BOOKINGS_PER_SECOND} bookings and ${READS_PER_SECOND} reads a second …`)
    const [bookings, reads] = await ask(1, seconds)
    console.table([row('booking requests', bookings, seconds), row('reads', reads, seconds)])
    const failures = [...before.flat(), bookings, reads].flatMap(failuresInWords)
    for (const failure of failures) console.log(failure)
    const acknowledged = [...before.map(([asked]) => asked), bookings].reduce((sum, paced) => sum + served(paced), 0)
    const stored = await requestsInLog(platform)
    console.log(`${acknowledged} requests for bookings were acknowledged, ${stored} are in the log.`)
    return failures.length === 0 && stored === acknowledged
  })
}

/** How many were answered as they should be. */
const served = ({ asked, failures }: Paced): number =>
  [...failures.values()].reduce((left, count) => left - count, asked)
