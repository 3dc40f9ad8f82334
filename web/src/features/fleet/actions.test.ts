import { afterEach, expect, it, vi } from 'vitest'
import { bind } from '../../offline/outbox/action.ts'
import { toggleAvailability } from './actions.ts'
import { fiesta } from './testing/fiesta.ts'

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

afterEach(() => vi.unstubAllGlobals())

it('a toggle says which status was seen, so that what a colleague has made of the vehicle since is not overwritten', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_address: string, { body }: { readonly body: string }) => {
    bodies.push(JSON.parse(body))
    return new Response('{}', { status: 409 })
  })
  const by = { key: 'key', member: 'ada', signal: new AbortController().signal }
  const { from: _from, ...before } = toggle
  // The second was queued by a version of the app that did not say it.
  for (const args of [toggle, before]) {
    await bind(toggleAvailability, args)
      .send(by)
      .catch(() => undefined)
  }
  expect(bodies).toEqual([{ status: 'unavailable', from: 'maintenance' }, { status: 'unavailable' }])
})

const isOvertaken = (storedStatus: string, args: object = {}) =>
  bind(toggleAvailability, { ...toggle, id: fiesta.id, ...args }).isOvertaken(() => [{ ...fiesta, storedStatus }])

it('a toggle that was refused is not sent again while the vehicle has a status that was not seen', () => {
  expect(isOvertaken('booked')).toBe(true)
  expect(isOvertaken('maintenance')).toBe(false)
  expect(isOvertaken('unavailable')).toBe(false)
  expect(isOvertaken('booked', { from: undefined })).toBe(false)
})
