import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { isUnsaved } from '../unsaved.ts'
import { type Action, registered, type SentBy } from './action.ts'
import { openOutbox } from './outbox.ts'
import type { Outbox, OutboxOptions } from './outbox-interface.ts'

/** Node keeps nothing: what waits is in this tab's memory, as in a private window. */

const sent: string[] = []
const Args = z.object({ id: z.string() })
const approve: Action<z.infer<typeof Args>> = {
  name: 'approve',
  args: Args,
  subject: ({ id }) => id,
  send: ({ id }) => Promise.resolve(sent.push(id)),
  effects: [],
  done: () => undefined,
  failed: () => 'Failed',
}

/** The outbox of somebody whose session is looked at before anything is sent; `meanwhile` happens while it is. */
const openWith = (meanwhile: () => Promise<unknown>, more: Partial<OutboxOptions> = {}): Promise<Outbox> =>
  openOutbox({
    userId: 'staff',
    businessId: crypto.randomUUID(),
    registry: [registered(approve)],
    isTheirSession: () => meanwhile().then(() => true),
    onAccepted: () => Promise.resolve(),
    onRefused: () => undefined,
    onNotTheirs: () => undefined,
    ...more,
  })

const doBoth = async (outbox: Outbox) =>
  await Promise.all(['ada', 'grace'].map((id) => outbox.perform(approve, { id }, { label: id })))

beforeEach(() => {
  const quiet = { addEventListener: () => undefined }
  vi.stubGlobal('window', quiet)
  vi.stubGlobal('document', quiet)
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
})
afterEach(() => {
  sent.length = 0
  vi.unstubAllGlobals()
})

describe('what is about to be sent', () => {
  it.each(['undo', 'drop'] as const)('stays here when there is time for its %s, and the rest goes', async (way) => {
    const meanwhile = vi.fn<() => Promise<void>>(async () => {
      const [first] = outbox.actions()
      if (meanwhile.mock.calls.length === 1 && first !== undefined) await outbox[way](first.id)
    })
    const outbox: Outbox = await openWith(meanwhile)
    await doBoth(outbox)
    await expect.poll(() => outbox.actions()).toEqual([])
    await outbox.close()
    expect(sent).toEqual(['grace'])
  })
})

it('what was accepted is told with whether anything that was done later about the same waits', async () => {
  const told: boolean[] = []
  const outbox = await openWith(async () => undefined, {
    onAccepted: async (_bound, isLast) => void told.push(isLast),
  })
  vi.stubGlobal('navigator', { onLine: false, locks: navigator.locks })
  for (const label of ['first', 'second']) await outbox.perform(approve, { id: 'ada' }, { label })
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  outbox.flush()
  await expect.poll(() => outbox.actions()).toEqual([])
  await outbox.close()
  expect(told).toEqual([false, true])
})

it('without a network what waits is looked at now and then, and not all the time', async () => {
  const looks = vi.fn<() => Promise<undefined>>(async () => undefined)
  const outbox = await openWith(async () => undefined)
  const serviceWorker = { getRegistration: looks, addEventListener: () => undefined }
  vi.stubGlobal('navigator', { onLine: false, locks: navigator.locks, serviceWorker })
  await outbox.perform(approve, { id: 'ada' }, { label: 'ada' })
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(looks.mock.calls.length).toBeLessThan(4)
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  outbox.flush()
  await expect.poll(() => outbox.actions()).toEqual([])
  await outbox.close()
})

it('what is sent is told whose it is, and when its outbox is closed: they may have signed out', async () => {
  const told: SentBy[] = []
  const arrival = Promise.withResolvers<void>()
  const upload: Action<z.infer<typeof Args>> = {
    ...approve,
    send: (_args, by) => {
      told.push(by)
      return arrival.promise
    },
  }
  const outbox = await openWith(async () => undefined, { registry: [registered(upload)] })
  const key = await outbox.perform(upload, { id: 'ada' }, { label: 'ada' })
  await expect.poll(() => told).toMatchObject([{ key, member: 'staff', signal: { aborted: false } }])
  const closed = outbox.close()
  expect(told).toMatchObject([{ signal: { aborted: true } }])
  arrival.resolve()
  await closed
})

it('what waits in this tab alone is something to lose, until it is sent: no newer version of the app reloads the page', async () => {
  const outbox = await openWith(async () => undefined)
  expect(outbox.keeps()).toBe(false)
  expect(isUnsaved()).toBe(false)
  vi.stubGlobal('navigator', { onLine: false, locks: navigator.locks })
  await outbox.perform(approve, { id: 'ada' }, { label: 'ada' })
  expect(isUnsaved()).toBe(true)
  vi.stubGlobal('navigator', { onLine: true, locks: navigator.locks })
  outbox.flush()
  await expect.poll(() => outbox.actions()).toEqual([])
  expect(isUnsaved()).toBe(false)
  await outbox.close()
})

it('an outbox that closes has nothing more to lose', async () => {
  const outbox = await openWith(async () => undefined)
  vi.stubGlobal('navigator', { onLine: false, locks: navigator.locks })
  await outbox.perform(approve, { id: 'ada' }, { label: 'ada' })
  await outbox.close()
  expect(isUnsaved()).toBe(false)
})
