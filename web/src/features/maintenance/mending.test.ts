import { describe, expect, it } from 'vitest'
import { added, answered, type PendingAction } from '../../offline/outbox/queue.ts'
import { changeWork, scheduleWork } from './actions.ts'
import { mendedFrom, replacing } from './mending.ts'
import { aBlock } from './testing/block.ts'

const work = { from: '2026-12-03', to: '2026-12-05', kind: 'mot', note: null } as const
const vehicle = { carId: 'fiesta', carName: 'Ford Fiesta' }

function refused(name: string, args: unknown): PendingAction {
  const action = { id: 'refused', subject: 'maintenance fiesta', name, args, label: 'MOT', createdAt: 0, heldUntil: 0 }
  const [only] = answered(added([], action), 'refused', { kind: 'refused', reason: 'Booked then' }, 0, 0)
  if (only === undefined) throw new Error('it is gone')
  return only
}

describe('a saved block', () => {
  it('leaves every refused one that its form was not opened from', async () => {
    const dropped: string[] = []
    const drop = async (id: string) => void dropped.push(id)
    await replacing(undefined, drop, async () => 'stored')
    expect(dropped).toEqual([])
    await replacing('first', drop, async () => 'stored')
    expect(dropped).toEqual(['first'])
  })

  it('takes the place of the refused one only when it is stored', async () => {
    const steps: string[] = []
    const drop = async (id: string) => void steps.push(`dropped ${id}`)
    await replacing('first', drop, async () => void steps.push('stored'))
    expect(steps).toEqual(['stored', 'dropped first'])
    await expect(replacing('second', drop, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(steps).toEqual(['stored', 'dropped first'])
  })
})

describe('a refused block', () => {
  it('is opened as it was filled in', () => {
    const at = '2026-11-21T08:00:00Z'
    const scheduled = refused(scheduleWork.name, { id: 'waiting:1', ...vehicle, ...work, at })
    const draft = { ...work, note: '' }
    expect(mendedFrom(scheduled, [])).toEqual({ id: 'refused', draft, changed: undefined })
  })

  it('that was to change another is opened on that one, as it is now', () => {
    const block = aBlock({ id: 'works', from: '2026-12-10', to: '2026-12-12' })
    const change = refused(changeWork.name, { id: 'works', ...vehicle, ...work })
    expect(mendedFrom(change, [block])).toEqual({ id: 'refused', draft: { ...work, note: '' }, changed: block })
    expect(mendedFrom(change, [])).toBeUndefined()
  })

  it('that was to be cancelled has nothing to fill in', () =>
    expect(mendedFrom(refused('maintenance.cancel', { id: 'works', ...vehicle }), [aBlock()])).toBeUndefined())
})
