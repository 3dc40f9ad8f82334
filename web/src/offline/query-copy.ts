import type { PersistedClient, PersistQueryClientOptions } from '@tanstack/react-query-persist-client'
import { del, delMany, get, keys, set } from 'idb-keyval'
import { within } from './within.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The copy on the device that the query's answer is kept in; none is kept without it. */
      readonly keptIn?: string
      /**
       * It answers with some of the rows of the query that its key begins with, as a list or in pages: what is done to those
       * counts here too.
       */
      readonly has?: 'rows' | 'pages'
      /** It is no answer, but what somebody has typed: it is not in the copy, but kept beside it (`typed-store.ts`). */
      readonly isTyped?: boolean
    }
  }
}

/** A copy older than this is not shown, in milliseconds: seven days. */
const MAX_AGE = 7 * 86_400_000

/** Changes within so many milliseconds are written down together: a copy may be half a megabyte. */
const WRITE_EVERY = 500

/** A copy on the device: how TanStack keeps it, and from when to when it is written. */
export interface QueryCopy {
  readonly options: Omit<PersistQueryClientOptions, 'queryClient'>
  /** Stops writing, at once: what was to be written is dropped. Returned by `open`. */
  readonly open: () => () => void
}

interface CopyOptions {
  /** What the queries of this copy say; its key unless given. */
  readonly keptIn?: string
  /** Asked once the copy is read: what is over is not brought back, but forgotten. */
  readonly isOver?: () => boolean
}

const read = (key: string): Promise<PersistedClient | undefined> =>
  within(() => get<PersistedClient>(key))
    .then(readable)
    .catch(() => undefined)

/** A copy that is being read before anybody has asked for it. */
let ahead:
  | { readonly key: string; readonly since: number; readonly copy: Promise<PersistedClient | undefined> }
  | undefined

/** Another tab may have written since: what was read ahead is used for so many milliseconds. */
const GOOD_FOR = 5_000

/** Begins to read a copy that will most likely be asked for next; resolves with it, or with nothing. */
export function readAhead(key: string): Promise<PersistedClient | undefined> {
  const copy = read(key)
  ahead = { key, since: Date.now(), copy }
  return copy
}

/**
 * A copy of query answers in IndexedDB, under one key. Only queries that say so are in it (`meta.keptIn`), and of a copy
 * made under other contracts only what was typed is used. Nothing is written before it is opened.
 */
export function queryCopy(key: string, { keptIn = key, isOver = () => false }: CopyOptions = {}): QueryCopy {
  let isOpen = false
  let latest: PersistedClient | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const write = () => {
    clearTimeout(timer)
    timer = undefined
    if (!isOpen || latest === undefined) return
    const copy = latest
    latest = undefined
    within(() => set(key, copy)).catch(() => undefined)
  }
  const writeWhenHidden = () => {
    if (document.visibilityState === 'hidden') write()
  }
  const remove = () => within(() => del(key)).catch(() => undefined)
  return {
    options: {
      persister: {
        persistClient: (client: PersistedClient) => {
          latest = client
          timer ??= setTimeout(write, WRITE_EVERY)
        },
        restoreClient: async () => {
          const isReady = ahead?.key === key && Date.now() - ahead.since < GOOD_FOR
          const copy = isReady ? ahead?.copy : undefined
          ahead = undefined
          const kept = await (copy ?? read(key))
          if (!isOver()) return kept
          void remove()
          return undefined
        },
        removeClient: remove,
      },
      maxAge: MAX_AGE,
      buster: CONTRACTS_HASH,
      // Whoever starts without a network may open a tab hours later: nothing is forgotten until then for want of a reader.
      hydrateOptions: { defaultOptions: { queries: { gcTime: MAX_AGE } } },
      dehydrateOptions: {
        shouldDehydrateQuery: ({ meta, state }) =>
          meta?.keptIn === keptIn &&
          meta.isTyped !== true &&
          state.data !== undefined &&
          Date.now() - state.dataUpdatedAt <= MAX_AGE,
        shouldDehydrateMutation: () => false,
      },
    },
    open: () => {
      isOpen = true
      document.addEventListener('visibilitychange', writeWhenHidden)
      return () => {
        isOpen = false
        document.removeEventListener('visibilitychange', writeWhenHidden)
      }
    },
  }
}

/** Of a copy that was made under other contracts, what was typed is left: the version before kept it there. */
function readable(copy: PersistedClient | undefined): PersistedClient | undefined {
  if (copy === undefined || copy.buster === CONTRACTS_HASH) return copy
  const queries = copy.clientState.queries.filter(({ meta }) => meta?.isTyped === true)
  return { ...copy, buster: CONTRACTS_HASH, clientState: { mutations: [], queries } }
}

/** Options of a query that anybody may see: kept in the copy of its business's portal. */
export const keptPublicly = (slug: string) => ({ meta: { keptIn: publicKey(slug) }, gcTime: MAX_AGE })

/**
 * Meta of a query that only the signed-in member may see. Whose copy it is in is decided where the dashboard is opened:
 * one member at a time is signed in.
 */
export const keptForMember = { meta: { keptIn: 'member' }, gcTime: MAX_AGE }

/** The key of a member's copy of their business's dashboard. */
export const memberKey = (userId: string, businessId: string) => `adm:${userId}:${businessId}`

/** The key of a business's public copy. */
export const publicKey = (slug: string) => `pub:${slug}`

/** Whether a draft, of whichever member, lies under that key (`typed-store.ts`). */
export const isTypedKey = (key: string) => /^adm:[^:]*:[^:]*:typed:/.test(key)

/** Whether it is the key of that copy, or of a picture of what was seen of it. */
const belongsTo = (copy: string, key: string) => key === copy || key.startsWith(`${copy}:`)

/** Forgets a member's copy and what was seen of it. Nothing may be keeping either any more. */
export const forgetCopy = (userId: string, businessId: string) =>
  within(() => forgetAll((key) => belongsTo(memberKey(userId, businessId), key))).catch(() => undefined)

/**
 * Forgets what other members have seen on this device, in this business or in another one. What they have typed and not
 * saved stays for them, as their work that was not sent does: nobody else is shown it, and nobody else has it.
 */
export async function forgetOtherCopies(userId: string, businessId: string): Promise<void> {
  const own = memberKey(userId, businessId)
  await forgetAll((key) => key.startsWith('adm:') && !belongsTo(own, key) && !isTypedKey(key))
}

async function forgetAll(isMeant: (key: string) => boolean): Promise<void> {
  const found = (await keys()).filter((key) => typeof key === 'string' && isMeant(key))
  if (found.length > 0) await delMany(found)
}
