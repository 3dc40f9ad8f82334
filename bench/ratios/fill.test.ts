import { expect, it } from 'vitest'
import { idleSide } from '../sides/testing/idle-side.ts'
import { emptyHalf, fillPending } from './fill.ts'
import { neverVisited } from './visit.ts'

const tenant = { businessId: 'b', slug: 's', cookie: 'c', vehicles: ['v'] }
const other = { businessId: 'o', slug: 't', cookie: 'd', vehicles: ['w'] }

/** A side that writes down what is rejected. */
function recording() {
  const rejected: string[] = []
  const side = idleSide(
    { desk: tenant, hot: tenant, others: [tenant, other] },
    {
      async reject({ businessId }, id) {
        rejected.push(`${businessId} ${id}`)
      },
    },
  )
  return { visited: neverVisited(side), rejected }
}

const waiting = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ id: String(number), cookie: number % 2 === 0 ? 'c' : 'd' }))

it('makes room by rejecting the oldest requests, each by the business that it is of, until half may come again', async () => {
  const { visited, rejected } = recording()
  visited.pending = waiting(48)
  await emptyHalf(visited)
  expect(rejected).toEqual(['b 0', 'o 1', 'b 2'])
  expect(visited.pending.map(({ id }) => Number(id))).toEqual(Array.from({ length: 45 }, (_, number) => number + 3))
})

it('rejects nothing where there is room', async () => {
  const { visited, rejected } = recording()
  visited.pending = waiting(45)
  await emptyHalf(visited)
  expect([rejected, visited.pending.length]).toEqual([[], 45])
})

it('writes no more requests to be decided about than the vehicles take', async () => {
  const { visited } = recording()
  await fillPending(visited, 1_000)
  expect([visited.pending.length, visited.sent.others]).toEqual([90, 90])
})
