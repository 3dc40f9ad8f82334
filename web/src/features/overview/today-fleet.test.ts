import { expect, test } from 'vitest'
import { aBlock } from '../maintenance/testing/block.ts'
import { fleetToday } from './today-fleet.ts'

const none = { mot: null, service: null, insurance: null, tax: null }
const fleet: Parameters<typeof fleetToday>[0] = [
  { id: 'fiesta', name: 'Ford Fiesta', status: 'available', dueDates: { ...none, mot: '2026-12-01' } },
  {
    id: 'golf',
    name: 'VW Golf',
    status: 'available',
    dueDates: { ...none, tax: '2026-11-01', insurance: '2027-06-01' },
  },
]

test('today’s fleet: what is worked on, the first to come back first, and what is due, the earliest first', () => {
  const blocks = [
    aBlock({ id: 'long', from: '2026-11-20', to: '2026-11-30' }),
    aBlock({ id: 'short', carId: 'golf', from: '2026-11-21', to: '2026-11-22' }),
    aBlock({ id: 'removed', carId: 'gone', from: '2026-11-21', to: '2026-11-22' }),
    aBlock({ id: 'tomorrow', from: '2026-11-22', to: '2026-11-23' }),
  ]
  const { worked, due } = fleetToday(fleet, blocks, '2026-11-21')
  expect(worked.map(({ block }) => block?.id)).toEqual(['short', 'long'])
  expect(due.map(({ vehicle, paper }) => [vehicle.name, paper])).toEqual([
    ['VW Golf', 'tax'],
    ['Ford Fiesta', 'mot'],
  ])
})

test('a vehicle that staff have set to maintenance is told, once, also without a plan', () => {
  const set = fleet.map((vehicle) => ({ ...vehicle, status: 'maintenance' as const }))
  const { worked } = fleetToday(
    set,
    [aBlock({ id: 'planned', carId: 'golf', from: '2026-11-21', to: '2026-11-22' })],
    '2026-11-21',
  )
  expect(worked.map(({ vehicle, block }) => [vehicle.name, block?.id])).toEqual([
    ['VW Golf', 'planned'],
    ['Ford Fiesta', undefined],
  ])
})
