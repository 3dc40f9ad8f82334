import { createStore, get, type UseStore, update } from 'idb-keyval'
import { ApiError, inWords } from '../../lib/api.ts'
import { type Action, type AnyAction, type Bound, bind } from './action.ts'
import {
  type Actions,
  added,
  answered,
  canBeUndone,
  due,
  hurried,
  nextWake,
  type Outcome,
  type PendingAction,
  recovered,
  retried,
  taken,
  without,
} from './queue.ts'

/**
 * What people do on this device, kept until the server has confirmed it. Stored where: IndexedDB `forecourt-outbox`, one
 * list under `<userId>:<businessId>`, changed in one transaction each time, so that tabs do not overwrite each other. Sent
 * by one tab at a time (a Web Lock), first things first per subject. Nothing leaves the list but what the server has
 * accepted or a person has dropped.
 */
export interface Outbox {
  /** What waits, oldest first. The same object until something changes. */
  readonly actions: () => Actions
  /** Calls back after each change; returns how to stop that. */
  readonly subscribe: (changed: () => void) => () => void
  /**
   * Takes an action on. Resolves with its id when it is stored: from there on it survives the tab.
   * @param hold milliseconds during which it is not sent and can be undone
   * @throws when the device has no room or keeps nothing (a private window)
   */
  readonly perform: <Args>(
    action: Action<Args>,
    args: Args,
    options: { readonly label: string; readonly hold?: number },
  ) => Promise<string>
  /** Takes back what has not left the device. False: it has. */
  readonly undo: (id: string) => Promise<boolean>
  /** Sends a refused one again, or forgets it. */
  readonly retry: (id: string) => Promise<void>
  readonly drop: (id: string) => Promise<void>
  /** Sends what is due. Called by everything that may have changed the chances: the network, the clock, the screen. */
  readonly flush: () => void
  /** What a stored action means to this version of the app. */
  readonly meaning: (action: PendingAction) => Bound | undefined
  /** Stops sending and listening; resolves when nothing is on its way any more. */
  readonly close: () => Promise<void>
}

export interface OutboxOptions {
  readonly userId: string
  readonly businessId: string
  readonly registry: readonly AnyAction[]
  /** After the server has accepted it, before it leaves the list. */
  readonly onAccepted: (bound: Bound) => Promise<void>
  readonly onRefused: (bound: Bound, reason: string) => void
  /** The session is over: nothing is sent until this member has signed in again. */
  readonly onSignedOut: () => void
}

/** Calls under way at a time, of different subjects. */
const AT_ONCE = 4
/** The network may come back without a word. */
const LOOK_EVERY = 15_000
const UNREADABLE = 'This version of the app cannot send it any more.'

let database: UseStore | undefined
const store = () => {
  database ??= createStore('forecourt-outbox', 'actions')
  return database
}

const listKey = (userId: string, businessId: string) => `${userId}:${businessId}`

/** What waits for a member without opening the outbox. */
export const waitingOf = async (userId: string, businessId: string): Promise<Actions> =>
  (await get<Actions>(listKey(userId, businessId), store())) ?? []

/** Forgets everything that waits for a member: they have signed out and said so. */
export async function forgetWaiting(userId: string, businessId: string): Promise<void> {
  await update<Actions>(listKey(userId, businessId), () => [], store())
}

export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const key = listKey(options.userId, options.businessId)
  const registry = new Map(options.registry.map((action) => [action.name, action]))
  const meaning = ({ name, args }: PendingAction) => registry.get(name)?.bind(args)
  const listeners = new Set<() => void>()
  const tabs = new BroadcastChannel(`forecourt-outbox:${key}`)
  const ended = new AbortController()
  let actions = await waitingOf(options.userId, options.businessId)
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushing: Promise<void> | undefined
  let again = false
  let isSignedOut = false

  const show = (next: Actions) => {
    actions = next
    for (const changed of listeners) changed()
  }
  const tell = (word: 'changed' | 'flush') => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, a window has
    tabs.postMessage(word)
  }
  const change = async (make: (actions: Actions) => Actions): Promise<void> => {
    let next = actions
    await update<Actions>(
      key,
      (stored) => {
        next = make(stored ?? [])
        return next
      },
      store(),
    )
    show(next)
    tell('changed')
  }

  /** Another tab has changed the list. */
  const look = async (): Promise<void> => {
    show(await waitingOf(options.userId, options.businessId))
    flush()
  }

  async function sendOne(action: PendingAction): Promise<Outcome> {
    const bound = meaning(action)
    let outcome: Outcome
    if (bound === undefined) outcome = { kind: 'refused', reason: UNREADABLE }
    else {
      await change((list) => taken(list, action.id))
      outcome = await bound.send(action.id).then((): Outcome => ({ kind: 'accepted' }), outcomeOf)
    }
    // The effect is in the cached answers before the action leaves the list: what people see does not flicker back.
    const refreshed = outcome.kind === 'accepted' && bound ? options.onAccepted(bound) : undefined
    await change((list) => answered(list, action.id, outcome, Date.now(), Math.random()))
    if (outcome.kind === 'refused' && bound) options.onRefused(bound, outcome.reason)
    await refreshed?.catch(() => undefined)
    return outcome
  }

  async function sendAll(): Promise<void> {
    await change((list) => recovered(list, Date.now()))
    for (;;) {
      const batch = due(actions, Date.now()).slice(0, AT_ONCE)
      if (batch.length === 0 || ended.signal.aborted || !navigator.onLine) return
      const outcomes = await Promise.all(batch.map(sendOne))
      if (outcomes.some(({ kind }) => kind === 'signed-out')) {
        isSignedOut = true
        options.onSignedOut()
        return
      }
      if (outcomes.some(({ kind }) => kind === 'unanswered')) return
    }
  }

  function flush(): void {
    if (ended.signal.aborted || isSignedOut) return
    if (flushing !== undefined) {
      again = true
      return
    }
    const isIdle = due(actions, Date.now()).length === 0 && !actions.some(({ state }) => state === 'sending')
    if (isIdle || !navigator.onLine) {
      wakeLater()
      return
    }
    flushing = navigator.locks
      .request(`forecourt-outbox:${key}`, { ifAvailable: true }, async (lock) => {
        // Another tab is at it. It may just have looked for the last time: it is told to look once more.
        if (lock === null) tell('flush')
        else await sendAll()
      })
      .catch(() => undefined)
      .finally(() => {
        flushing = undefined
        const wanted = again
        again = false
        if (wanted) flush()
        else wakeLater()
      })
  }

  function wakeLater(): void {
    clearTimeout(timer)
    if (ended.signal.aborted) return
    const wake = nextWake(actions)
    const pause = wake === undefined ? LOOK_EVERY : Math.min(LOOK_EVERY, Math.max(50, wake - Date.now()))
    timer = setTimeout(flush, pause)
  }

  async function hurry(): Promise<void> {
    if (actions.some(({ attempts }) => attempts > 0)) await change((list) => hurried(list, Date.now()))
    flush()
  }

  tabs.addEventListener('message', ({ data }) => {
    if (data === 'flush') {
      flush()
      return
    }
    void look()
  })
  const { signal } = ended
  window.addEventListener('online', () => void hurry(), { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void hurry(), {
    signal,
  })
  flush()

  return {
    actions: () => actions,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    perform: async (action, args, { label, hold = 0 }) => {
      const id = crypto.randomUUID()
      const createdAt = Date.now()
      const { subject } = bind(action, args)
      await change((list) =>
        added(list, { id, subject, name: action.name, args, label, createdAt, heldUntil: createdAt + hold }),
      )
      flush()
      return id
    },
    undo: async (id) => {
      let undone = false
      await change((list) => {
        undone = canBeUndone(list, id)
        return undone ? without(list, id) : list
      })
      return undone
    },
    retry: async (id) => {
      await change((list) => retried(list, id, Date.now()))
      flush()
    },
    drop: async (id) => {
      await change((list) => without(list, id))
      flush()
    },
    flush,
    meaning,
    close: async () => {
      ended.abort()
      clearTimeout(timer)
      await flushing
      tabs.close()
      listeners.clear()
    },
  }
}

/** What an error of sending means (WEB section 2): a refusal needs a person, everything else is tried again. */
function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'unanswered' }
  if (error.status === 401) return { kind: 'signed-out' }
  if (error.status >= 500 || [408, 425, 429].includes(error.status)) return { kind: 'unanswered' }
  return { kind: 'refused', reason: inWords(error, 'The server refused it.') }
}
