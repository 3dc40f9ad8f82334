import { quantile } from '../../bench/statistics.ts'
import { gather, type Staffed } from './crowd.ts'
import { keepPace, row } from './pace.ts'
import { onQuietPlatform } from './quiet-platform.ts'

/** What the neighbour's people do while it is quiet and while it is noisy. */
const NEIGHBOUR_PER_SECOND = 20
const QUIET_SECONDS = 30
const NOISY_SECONDS = 60
/** How capacity is found: so many people ask one after another for so long, with nothing else going on. */
const ASKING_AT_ONCE = 64
const CAPACITY_SECONDS = 5
/** Floods come at so many times the capacity, over so many connections. */
const TIMES = 10
const CONNECTIONS = 2_000
/** Of the flood that was meant, so much must have come: a thinner one proves nothing. */
const FLOODED = 0.9
/** How much longer a neighbour may wait. */
const BOUND = 2

/**
 * `npm run chaos -- noisy`: visitors flood one business with ten times as many requests as the platform can take; another
 * one's people wait no more than twice as long as before.
 * @returns whether it was so
 */
export async function noisy(stop: AbortSignal): Promise<boolean> {
  return await onQuietPlatform(stop, async (platform) => {
    const crowd = await gather(platform, 6, 30)
    const [flooded, neighbour, ...others] = crowd.tenants
    if (flooded === undefined || neighbour === undefined) throw new Error('there are no neighbours')
    let asked = 0
    const capacity = await perSecond(async () => {
      asked += 1
      const { tenant } = others[asked % others.length] ?? flooded
      // Who is turned away costs less than who is served.
      return (await crowd.book(tenant, asked)) === undefined
    })
    console.log(
      `The platform takes ${Math.round(capacity)} booking requests a second; the flood is ${TIMES} times that.`,
    )
    const business = (seconds: number) => keepPace({ perSecond: NEIGHBOUR_PER_SECOND, seconds, atOnce: 1_000, ask })
    const ask = (number: number) => live(neighbour, number)
    const live = (who: Staffed, number: number) =>
      number % 4 === 0 ? crowd.book(who.tenant, number) : crowd.look(who, number - Math.ceil(number / 4))
    const quiet = await business(QUIET_SECONDS)
    const [flood, noise] = await Promise.all([
      keepPace({
        perSecond: capacity * TIMES,
        seconds: NOISY_SECONDS,
        atOnce: CONNECTIONS,
        ask: (number) => crowd.book(flooded.tenant, number),
      }),
      business(NOISY_SECONDS),
    ])
    console.table([
      row('neighbour, quiet', quiet, QUIET_SECONDS),
      row('neighbour, flood next door', noise, NOISY_SECONDS),
      row('flood', flood, NOISY_SECONDS),
    ])
    for (const [failure, count] of flood.failures) console.log(`flood: ${count} × ${failure}`)
    const flooding = flood.asked / NOISY_SECONDS / capacity
    console.log(`The flood came to ${flooding.toFixed(1)} times the capacity; ${TIMES} times were meant.`)
    const ratio = quantile(noise.waits, 0.95) / quantile(quiet.waits, 0.95)
    console.log(`The neighbour's p95 is ${ratio.toFixed(2)} times that of quiet minutes; the bound is ${BOUND}.`)
    return flooding >= TIMES * FLOODED && ratio <= BOUND && noise.failures.size === 0 && noise.dropped === 0
  })
}

/** How often this succeeds in a second, by many at once. @param work tells whether it did */
async function perSecond(work: () => Promise<boolean>): Promise<number> {
  const over = performance.now() + CAPACITY_SECONDS * 1_000
  let done = 0
  const worker = async (): Promise<void> => {
    while (performance.now() < over) {
      if (await work()) done += 1
    }
  }
  await Promise.all(Array.from({ length: ASKING_AT_ONCE }, worker))
  return done / CAPACITY_SECONDS
}
