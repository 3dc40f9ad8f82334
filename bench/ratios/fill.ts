import { bookingOf } from '../load/requests.ts'
import { mostWaiting, requestsOfDesk, requestsOfTown, type Visited } from './visit.ts'

const APPROVED = 400
const AT_DESK = 600
const ELSEWHERE = 1_000
const AT_ONCE = 32

/** What there is before anything is measured: six hundred bookings at the desk, most of them approved, and some elsewhere. */
export async function fill(visited: Visited): Promise<void> {
  const { side, sent } = visited
  const { desk } = side.town
  const atDesk = requestsOfDesk(visited)
  await all(AT_DESK, async (number) => {
    const isApproved = number < APPROVED
    const id = await side.book(desk, bookingOf(atDesk, number), isApproved)
    if (!isApproved) visited.pendingAtDesk.push({ id, cookie: desk.cookie })
  })
  sent.desk = AT_DESK
  await fillPending(visited, ELSEWHERE)
}

/** Sees to it that so many bookings of the town, or more, or all that it takes, wait for a decision. Nobody is told of those that this takes. */
export async function fillPending(visited: Visited, wanted: number): Promise<void> {
  const { side, sent, pending } = visited
  const requests = requestsOfTown(visited)
  const missing = Math.max(0, Math.min(Math.ceil(wanted), mostWaiting(visited)) - pending.length)
  await all(missing, async (number) => {
    const booking = bookingOf(requests, requests.first + number)
    const tenant = side.town.others.find(({ vehicles }) => vehicles.includes(booking.carId))
    if (tenant === undefined) throw new Error(`${booking.carId} is nobody's`)
    pending.push({ id: await side.book(tenant, booking, false), cookie: tenant.cookie })
  })
  sent.others += missing
}

/** Rejects the oldest requests of the town until it has half of its room again. Nobody is told of that. */
export async function emptyHalf(visited: Visited): Promise<void> {
  const { side, pending } = visited
  const oldest = pending.slice(0, Math.max(0, pending.length - Math.floor(mostWaiting(visited) / 2)))
  await all(oldest.length, async (number) => {
    const { id = '', cookie } = oldest[number] ?? {}
    const tenant = side.town.others.find((one) => one.cookie === cookie)
    if (tenant === undefined) throw new Error(`${id} is nobody's`)
    await side.reject(tenant, id)
  })
  visited.pending = pending.slice(oldest.length)
}

/** Does the work for each number, some at once. */
async function all(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1
      await work(next - 1)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
