import { QueryClient, queryOptions } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type Action, bind, effectOn, registered, settle } from './action.ts'

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

describe('an action that the server has accepted', () => {
  interface Lamp {
    readonly id: string
    readonly on: boolean
  }
  const dark = [{ id: 'one', on: false }]
  const lit = [{ id: 'one', on: true }]
  const lamps = queryOptions({ queryKey: ['lamps'], queryFn: async (): Promise<readonly Lamp[]> => dark })
  const lighting: Action<Switch> = {
    ...flip,
    effects: [effectOn(lamps, (list, { id, on }) => list.map((lamp) => (lamp.id === id ? { ...lamp, on } : lamp)))],
  }

  it('is in what a search found and in older pages at once, not only in the newest ones: nothing flickers', async () => {
    const queries = new QueryClient()
    const others = [
      { queryKey: ['lamps', 'found', 'o'], meta: { has: 'rows' }, answer: dark, settled: lit },
      {
        queryKey: ['lamps', 'older'],
        meta: { has: 'pages' },
        answer: { pages: [{ rows: dark, next: '/2' }], pageParams: ['/1'] },
        settled: { pages: [{ rows: lit, next: '/2' }], pageParams: ['/1'] },
      },
      { queryKey: ['lamps', 'hours'], meta: {}, answer: { one: 3 }, settled: { one: 3 } },
    ] as const
    await queries.prefetchQuery(lamps)
    for (const { queryKey, meta, answer } of others) {
      await queries.prefetchQuery({ queryKey, meta, queryFn: async () => answer })
    }
    await settle(queries, bind(lighting, { id: 'one', on: true }))
    expect(queries.getQueryData(lamps.queryKey)).toEqual(lit)
    for (const { queryKey, settled } of others) expect(queries.getQueryData(queryKey)).toEqual(settled)
    // What the server has is asked for again.
    for (const { queryKey } of others) expect(queries.getQueryState(queryKey)?.isInvalidated).toBe(true)
  })
})
