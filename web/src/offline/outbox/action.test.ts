import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Action, bind, registered } from './action.ts'

const Switch = z.object({ id: z.string(), on: z.boolean() })
type Switch = z.infer<typeof Switch>

const flip: Action<Switch> = {
  name: 'lamp.switch',
  args: Switch,
  subject: ({ id }) => `lamp ${id}`,
  send: async () => undefined,
  effects: [],
  done: () => 'Switched',
  failed: () => 'Failed to switch',
  takenBack: ({ id, on }) => ({ args: { id, on: !on }, label: `Switch ${id} back` }),
}

describe('an action that waits on the device', () => {
  it('is understood again when it is read', () => {
    expect(registered(flip).bind({ id: 'one', on: true })).toMatchObject({ subject: 'lamp one', done: 'Switched' })
  })
  it.each([undefined, null, {}, { id: 1, on: true }, { id: 'one' }])(
    'is not guessed at when another version has written it: %j',
    (stored) => expect(registered(flip).bind(stored)).toBeUndefined(),
  )
})

describe('Undo in the toast of an action', () => {
  it('does the same the other way round', async () => {
    const performed: unknown[] = []
    await bind(flip, { id: 'one', on: true }).takeBack?.(async (action, args, { label }) => {
      performed.push([action.name, args, label])
      return 'id'
    })
    expect(performed).toEqual([['lamp.switch', { id: 'one', on: false }, 'Switch one back']])
  })
  it('is not offered for what cannot be taken back', () => {
    const { takenBack: _, ...oneWay } = flip
    expect(bind(oneWay, { id: 'one', on: true }).takeBack).toBeUndefined()
  })
})
