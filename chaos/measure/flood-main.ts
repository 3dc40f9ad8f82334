import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection } from '../../bench/load/connection.ts'
import { quantile } from '../../bench/statistics.ts'
import { address } from './address.ts'
import type { Flood, Flooded } from './flood.ts'

/** Turns come together so often, in milliseconds. */
const TURN = 5
/** The last answers are waited for so long, in milliseconds. */
const LAST = 10_000

interface Line {
  readonly target: string
  connection: Connection
}

/** The process that makes a flood: what it uses of the processors is left over by everybody else. */
setPriority(19)
process.once('disconnect', () => process.exit())
process.once('message', (order: Flood) => {
  void run(order).then((flooded) => process.send?.(flooded))
})

async function run(order: Flood): Promise<Flooded> {
  const free = new Set<Line>()
  for (let index = 0; index < order.connections; index += 1) {
    const target = order.targets[index % order.targets.length] ?? ''
    free.add({ target, connection: await Connection.open(target) })
  }
  process.send?.('it begins')
  const answers: Record<number, number> = {}
  const waits: number[] = []
  const tally = { due: 0, sent: 0, lost: 0, underWay: 0 }

  async function send(line: Line, number: number): Promise<void> {
    const began = performance.now()
    tally.underWay += 1
    try {
      const body = order.bodies[number % order.bodies.length]
      const sending = { method: 'POST', path: '/api/bookings', body, from: address(number) } as const
      const { status } = await line.connection.send(sending)
      waits.push(performance.now() - began)
      answers[status] = (answers[status] ?? 0) + 1
    } catch {
      tally.lost += 1
      line.connection = await Connection.open(line.target)
    } finally {
      tally.underWay -= 1
    }
    free.add(line)
  }

  const began = performance.now()
  const all = Math.round(order.perSecond * order.seconds)
  while (tally.due < all) {
    const until = Math.min(all, ((performance.now() - began) * order.perSecond) / 1_000)
    for (; tally.due < until; tally.due += 1) {
      const [line] = free
      if (line === undefined) continue
      free.delete(line)
      tally.sent += 1
      // A line that cannot be opened again stays away.
      send(line, tally.due).catch(() => {})
    }
    await delay(TURN)
  }
  const latest = performance.now() + LAST
  while (tally.underWay > 0 && performance.now() < latest) await delay(TURN)
  const { due, sent, lost, underWay } = tally
  return { due, sent, lost: lost + underWay, answers, p50: quantile(waits, 0.5), p95: quantile(waits, 0.95) }
}
