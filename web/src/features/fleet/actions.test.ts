import { expect, it } from 'vitest'
import { bind } from '../../offline/outbox/action.ts'
import { toggleAvailability } from './actions.ts'

const toggle = { id: 'fabia', name: 'Skoda Fabia', status: 'unavailable', from: 'maintenance' } as const

it('Undo gives a vehicle the status back that it had, not just another one', async () => {
  const undone: unknown[] = []
  await bind(toggleAvailability, toggle).takeBack?.(async (_, args, { label }) => {
    undone.push(args, label)
    return 'id'
  })
  expect(undone).toEqual([
    { ...toggle, status: 'maintenance', from: 'unavailable' },
    'Put Skoda Fabia back to maintenance',
  ])
})

it('a toggle that an older version left on the device is sent, and offers no Undo', () => {
  const { id, status } = toggle
  expect(bind(toggleAvailability, { id, status }).takeBack).toBeUndefined()
})
