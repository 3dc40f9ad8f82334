import { createStore, promisifyRequest, type UseStore } from 'idb-keyval'
import { within } from '../within.ts'
import type { Actions } from './queue.ts'

/**
 * Where what waits is kept: IndexedDB `forecourt-outbox`, one list under `<userId>:<businessId>`, changed in one
 * transaction each time, so that tabs do not overwrite each other. A browser that keeps nothing (a private window, no room, a
 * database that does not open) leaves it in this tab's memory: what is done online still arrives, and the screen says that
 * the tab has to stay open. An action that is both in memory and on the device is sent with one key and counts once.
 */
export interface Storage {
  readonly read: () => Promise<Actions>
  /** Gives the list as it is then. Resolves when it is on the device, if the device keeps anything. */
  readonly change: (make: (actions: Actions) => Actions) => Promise<Actions>
  /** False: what waits is in this tab alone. */
  readonly keeps: () => boolean
}

let database: UseStore | undefined
const onTheDevice = () => {
  database ??= createStore('forecourt-outbox', 'actions')
  return database
}

const listKey = (userId: string, businessId: string) => `${userId}:${businessId}`

/** Never rejects: at worst it keeps in memory. */
export async function openStorage(userId: string, businessId: string, store = onTheDevice()): Promise<Storage> {
  const key = listKey(userId, businessId)
  let inMemory: Actions | undefined
  let latest: Actions = []
  try {
    latest = await within(() => read(store, key))
  } catch {
    inMemory = []
  }
  return {
    read: async () => {
      if (inMemory !== undefined) return inMemory
      try {
        latest = await read(store, key)
      } catch {
        inMemory = latest
      }
      return latest
    },
    change: async (make) => {
      if (inMemory === undefined) {
        try {
          latest = await within(() => change(store, key, make))
          return latest
        } catch {
          inMemory = latest
        }
      }
      inMemory = make(inMemory)
      return inMemory
    },
    keeps: () => inMemory === undefined,
  }
}

const read = async (store: UseStore, key: string): Promise<Actions> =>
  await store('readonly', async (rows) => (await promisifyRequest<Actions | undefined>(rows.get(key))) ?? [])

/** One transaction from reading to writing. A list that is empty leaves no trace. */
async function change(store: UseStore, key: string, make: (actions: Actions) => Actions): Promise<Actions> {
  return await store('readwrite', async (rows) => {
    const next = make((await promisifyRequest<Actions | undefined>(rows.get(key))) ?? [])
    if (next.length === 0) rows.delete(key)
    else rows.put(next, key)
    await promisifyRequest(rows.transaction)
    return next
  })
}

/** What keeps and sends a list has this name among the tabs, and each change to it is told there. */
export const outboxName = (userId: string, businessId: string) => `forecourt-outbox:${listKey(userId, businessId)}`

/** Hears of each change to a list; to be closed. */
export const tabsOf = (userId: string, businessId: string) => new BroadcastChannel(outboxName(userId, businessId))

/** What waits for a member without opening the outbox; undefined when the device does not answer. */
export const keptFor = (userId: string, businessId: string): Promise<Actions | undefined> =>
  within(() => read(onTheDevice(), listKey(userId, businessId))).catch(() => undefined)

/** The same: nothing when the device does not answer. */
export const waitingOf = async (userId: string, businessId: string): Promise<Actions> =>
  (await keptFor(userId, businessId)) ?? []

/** Forgets everything that waits for a member: they have signed out and said so. */
export const forgetWaiting = (userId: string, businessId: string): Promise<void> =>
  within(() => change(onTheDevice(), listKey(userId, businessId), () => [])).then(
    () => undefined,
    () => undefined,
  )
