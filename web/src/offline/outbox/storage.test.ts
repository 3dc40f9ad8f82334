import type { UseStore } from 'idb-keyval'
import { describe, expect, it } from 'vitest'
import { type Actions, added } from './queue.ts'
import { openStorage } from './storage.ts'

const one = (list: Actions): Actions =>
  added(list, { id: 'one', subject: 'a', name: 'approve', args: {}, label: 'One', createdAt: 0, heldUntil: 0 })

/** A device that can be read and has no room: every request for a row succeeds with nothing. */
const fullDevice: UseStore = async (mode, use) => {
  if (mode === 'readwrite') throw new Error('QuotaExceededError')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node has no IndexedDB: this is all that is used of it
  return await use({ get: soonNothing } as unknown as IDBObjectStore)
}

const soonNothing = () => {
  const request: { onsuccess?: () => void } = {}
  queueMicrotask(() => request.onsuccess?.())
  return request
}

const ids = (actions: Actions) => actions.map(({ id }) => id)

describe('a browser that keeps nothing', () => {
  it.each<[string, UseStore]>([
    ['refuses to open its database', () => Promise.reject(new Error('SecurityError'))],
    [
      'throws when it is asked',
      () => {
        throw new Error('no IndexedDB here')
      },
    ],
  ])('leaves what waits in the tab when it %s, and says so', async (_, store) => {
    const storage = await openStorage('staff', 'harbour', store)
    expect(storage.keeps()).toBe(false)
    expect(ids(await storage.change(one))).toEqual(['one'])
    expect(ids(await storage.read())).toEqual(['one'])
    expect(await storage.change(() => [])).toEqual([])
  })

  it('keeps in the tab what the device has no room for', async () => {
    const storage = await openStorage('staff', 'harbour', fullDevice)
    expect(storage.keeps()).toBe(true)
    expect(ids(await storage.change(one))).toEqual(['one'])
    expect(storage.keeps()).toBe(false)
    expect(ids(await storage.read())).toEqual(['one'])
  })
})
