import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { type Action, registered } from './action.ts'
import { type Outbox, openOutbox } from './outbox.ts'

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
const openWith = (meanwhile: () => Promise<unknown>): Promise<Outbox> =>
  openOutbox({
    userId: 'staff',
    businessId: crypto.randomUUID(),
    registry: [registered(approve)],
    isTheirSession: () => meanwhile().then(() => true),
    onAccepted: () => Promise.resolve(),
    onRefused: () => undefined,
    onNotTheirs: () => undefined,
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
