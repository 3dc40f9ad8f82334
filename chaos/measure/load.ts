import { gather } from './crowd.ts'
import { failuresInWords, keepPace, row } from './pace.ts'
import { onQuietPlatform } from './quiet-platform.ts'

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
 * `npm run chaos -- load --minutes 5`: 150 bookings and 500 reads a second, with the limits of production.
 * @returns whether it went without an error
 */
export async function load(minutes: number, stop: AbortSignal): Promise<boolean> {
  return await onQuietPlatform(stop, async (platform) => {
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
    console.log(`Asked for ${minutes} min: ${BOOKINGS_PER_SECOND} bookings and ${READS_PER_SECOND} reads a second …`)
    const [bookings, reads] = await Promise.all([
      keepPace({
        perSecond: BOOKINGS_PER_SECOND,
        seconds,
        atOnce: 1_000,
        stop,
        ask: (number) => crowd.book(who(number).tenant, Math.floor(number / crowd.tenants.length)),
      }),
      keepPace({
        perSecond: READS_PER_SECOND,
        seconds,
        atOnce: 1_000,
        stop,
        ask: (number) => crowd.look(who(number), Math.floor(number / crowd.tenants.length)),
      }),
    ])
    console.table([row('booking requests', bookings, seconds), row('reads', reads, seconds)])
    const failures = [...failuresInWords(bookings), ...failuresInWords(reads)]
    for (const failure of failures) console.log(failure)
    return failures.length === 0
  })
}
