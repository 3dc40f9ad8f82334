import type { Page } from '@playwright/test'

/** What the browser keeps on the device. */

/** Everything in IndexedDB: database, key and value of each entry, as text. */
export const inIndexedDb = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = []
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- what runs in the page has to be in one piece
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([answer(rows.getAllKeys()), answer(rows.getAll())])
        found.push(...keys.map((key, place) => `${name} ${JSON.stringify(key)} ${JSON.stringify(values[place])}`))
      }
      database.close()
    }
    return found
  })

/** The address of everything in Cache Storage. */
export const inCacheStorage = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) found.push(url)
    }
    return found
  })

/** Makes the browser one that keeps nothing, before the page is opened. */
export async function keepNothing(page: Page, how: 'refuses' | 'is silent'): Promise<void> {
  await page.addInitScript((way) => {
    Object.defineProperty(window, 'indexedDB', {
      value: {
        open: () => {
          if (way === 'refuses') throw new DOMException('The operation is insecure.', 'SecurityError')
          return new EventTarget()
        },
        databases: () => Promise.resolve([]),
      },
    })
  }, how)
}

/**
 * From now on whatever the page writes to IndexedDB takes so many milliseconds more, until it is loaded anew: what is not
 * written by then is lost.
 */
export async function slowToWrite(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate((more) => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the store that it is asked of
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function putSlowly(...row) {
      const done = performance.now() + more
      const request = put.apply(this, row)
      // A transaction that is asked for something again and again does not end.
      const hold = () => {
        if (performance.now() < done) this.count().addEventListener('success', hold)
      }
      request.addEventListener('success', hold)
      return request
    }
  }, milliseconds)
}

/**
 * From the next page on IndexedDB takes so many milliseconds more to be opened, and as many for each answer of it.
 * @param under of such keys alone it answers later, and is opened at once
 */
export async function slowToRead(page: Page, milliseconds: number, under = ''): Promise<void> {
  await page.addInitScript(
    ([prefix, more]) => {
      const asked = new WeakMap<IDBRequest, unknown>()
      // oxlint-disable-next-line typescript/unbound-method -- it is called with the store that it is asked of
      const { get } = IDBObjectStore.prototype
      IDBObjectStore.prototype.get = function getKnown(key) {
        const request = get.call(this, key)
        asked.set(request, key)
        return request
      }
      const said = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'onsuccess')
      Object.defineProperty(IDBRequest.prototype, 'onsuccess', {
        ...said,
        set(this: IDBRequest, told: (event: Event) => void) {
          const isMeant = prefix === '' || String(asked.get(this)).startsWith(prefix)
          said?.set?.call(this, (event: Event) => void (isMeant ? setTimeout(() => told(event), more) : told(event)))
        },
      })
    },
    [under, milliseconds] as const,
  )
}

/** From now on the page cannot read this database, until what this gives is called. */
export async function cannotRead(page: Page, database: string): Promise<() => Promise<unknown>> {
  await page.evaluate((name) => {
    Reflect.set(window, 'unreadable', name)
    // oxlint-disable-next-line typescript/unbound-method -- it is called with the store that it is asked of
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function getIfReadable(key) {
      if (this.transaction.db.name === Reflect.get(window, 'unreadable')) throw new DOMException('Internal error.')
      return get.call(this, key)
    }
  }, database)
  return () => page.evaluate(() => Reflect.deleteProperty(window, 'unreadable'))
}
