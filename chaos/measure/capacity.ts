import { isRefusal } from './crowd.ts'

/** How many bookings a second are taken. */
export interface Capacity {
  readonly perSecond: number
  /** Requests that a limit has turned away: where there are any, it may be the limit that was found. */
  readonly refused: number
}

interface Asking {
  readonly seconds: number
  /** So many people ask one after another. */
  readonly atOnce: number
  readonly stop: AbortSignal
}

/**
 * How many bookings a second are taken, by many people at once. Who is turned away costs less than who is served.
 * @param book asks once. @returns what went wrong, in words; undefined when nothing did
 */
export async function capacityOf(
  book: (number: number) => Promise<string | undefined>,
  { seconds, atOnce, stop }: Asking,
): Promise<Capacity> {
  const over = performance.now() + seconds * 1_000
  let [asked, taken, refused] = [0, 0, 0]
  const worker = async (): Promise<void> => {
    while (performance.now() < over && !stop.aborted) {
      asked += 1
      const failure = await book(asked)
      if (failure === undefined) taken += 1
      else if (isRefusal(failure)) refused += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return { perSecond: taken / seconds, refused }
}

/** Says what was found. @returns whether it is the platform's capacity */
export function isFound({ perSecond, refused }: Capacity, say: (line: string) => void): boolean {
  say(`The platform takes ${Math.round(perSecond)} booking requests a second.`)
  if (refused === 0) return true
  say(
    `Limits have turned ${refused} requests away meanwhile: the platform takes more than that, so nothing is proven. On this machine more businesses must be asked.`,
  )
  return false
}
