import { noteWritten, owedPosition } from '../../lib/behind.ts'
import { bind } from './action.ts'
import { onWake, wakeWhenOnline } from './background-sync.ts'
import { lostWithTab } from './lost-with-tab.ts'
import type { Outbox, OutboxOptions } from './outbox-interface.ts'
import { outcomeOf } from './outcome.ts'
import {
  type Actions,
  added,
  answered,
  answeredAnew,
  canBeUndone,
  due,
  heldOn,
  hurried,
  isLastAbout,
  nextWake,
  type Outcome,
  type PendingAction,
  recovered,
  regrouped,
  retried,
  taken,
  without,
} from './queue.ts'
import { openStorage, outboxName, tabsOf } from './storage.ts'

/** What the other tabs are told of an action that the server has accepted, and up to where the log was written by then. */
interface Sent {
  readonly sent: PendingAction
  readonly written: string | undefined
}

/** Calls under way at a time, of different subjects. */
const AT_ONCE = 4
/** The network may come back without a word. */
const LOOK_EVERY = 15_000
/** While another tab is sending, this one looks again after so long. */
const OTHER_SENDS = 1_000
const UNREADABLE = 'This version of the app cannot send it any more.'

/** Opens the outbox of one member at one business, and begins to send what is due. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const name = outboxName(options.userId, options.businessId)
  const registry = new Map(options.registry.map((action) => [action.name, action]))
  const meaning = (action: PendingAction) => registry.get(action.name)?.bind(action.args)
  const listeners = new Set<() => void>()
  const tabs = tabsOf(options.userId, options.businessId)
  const ended = new AbortController()
  const storage = await openStorage(options.userId, options.businessId)
  let actions = await storage.read()
  const isMoved = (action: PendingAction) => (meaning(action)?.subject ?? action.subject) !== action.subject
  if (actions.some(isMoved)) {
    actions = await storage.change((list) => regrouped(list, (action) => meaning(action)?.subject))
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  let flushing: Promise<void> | undefined
  let again = false
  let othersTurn = false
  let isPaused = false
  /** The network came back while calls were on their way that began without it. */
  let isBack = false

  const markLoss = lostWithTab(name, () => !storage.keeps() && actions.length > 0, ended.signal)
  const show = (next: Actions) => {
    actions = next
    markLoss()
    for (const changed of listeners) changed()
  }
  let isClosed = false
  const tell = (word: 'changed' | 'flush' | Sent) => {
    // What was written meanwhile is there for the other tabs when they look.
    if (isClosed) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none, a window has
    tabs.postMessage(word)
  }
  const change = async (make: (actions: Actions) => Actions): Promise<Actions> => {
    const next = await storage.change(make)
    show(next)
    tell('changed')
    return next
  }

  /** Another tab has sent it, and takes it off the list next. */
  const hear = ({ sent, written }: Sent): void => {
    noteWritten(written ?? null)
    const bound = meaning(sent)
    if (bound) void options.onSentElsewhere?.(bound)
  }

  /** Another tab has changed the list. */
  const look = async (): Promise<void> => {
    show(await storage.read())
    flush()
  }

  /** Undefined: it was undone, dropped or held on since it was looked what is due. */
  async function sendOne(action: PendingAction): Promise<Outcome | undefined> {
    const bound = meaning(action)
    let outcome: Outcome
    if (bound === undefined) outcome = { kind: 'refused', reason: UNREADABLE }
    else {
      const list = await change((actual) => taken(actual, action.id, Date.now()))
      if (!list.some(({ id, state }) => id === action.id && state === 'sending')) return undefined
      const by = { key: action.id, member: options.userId, signal: ended.signal }
      outcome = await bound.send(by).then((): Outcome => ({ kind: 'accepted' }), outcomeOf)
    }
    const isLast = isLastAbout(actions, action)
    if (outcome.kind === 'accepted') tell({ sent: action, written: owedPosition() })
    // The effect is in the cached answers before the action leaves the list: what people see does not flicker back.
    const refreshed = outcome.kind === 'accepted' && bound ? options.onAccepted(bound, isLast) : undefined
    await change((list) => answered(list, action.id, outcome, Date.now(), Math.random()))
    if (outcome.kind === 'refused' && bound) options.onRefused(bound, outcome.reason, isLast)
    await refreshed?.catch(() => undefined)
    if (outcome.kind === 'accepted') await bound?.forget()
    return outcome
  }

  /** What waited with actions that have left the list is deleted. */
  const forget = async (gone: Actions): Promise<void> => {
    for (const action of gone) await meaning(action)?.forget()
  }

  /** Takes an action off the list, if it may be. @returns whether it was there and might */
  async function takeOff(id: string, may: (list: Actions, id: string) => boolean): Promise<boolean> {
    let gone: Actions = []
    await change((list) => {
      gone = may(list, id) ? list.filter((action) => action.id === id) : []
      return gone.length === 0 ? list : without(list, id)
    })
    await forget(gone)
    return gone.length > 0
  }

  async function sendAll(): Promise<void> {
    await change((list) => recovered(list, Date.now()))
    for (;;) {
      const batch = due(actions, Date.now()).slice(0, AT_ONCE)
      if (batch.length === 0 || ended.signal.aborted || !navigator.onLine) return
      if (!(await options.isTheirSession())) {
        isPaused = true
        options.onNotTheirs()
        return
      }
      const outcomes = await Promise.all(batch.map(sendOne))
      if (outcomes.some((outcome) => outcome?.kind === 'signed-out')) {
        isPaused = true
        options.onNotTheirs()
        return
      }
      if (outcomes.some((outcome) => outcome?.kind === 'unanswered')) return
    }
  }

  function flush(): void {
    if (ended.signal.aborted || isPaused) return
    if (flushing !== undefined) {
      again = true
      return
    }
    const isIdle = due(actions, Date.now()).length === 0 && !actions.some(({ state }) => state === 'sending')
    if (isIdle || !navigator.onLine) {
      if (!isIdle) void wakeWhenOnline()
      wakeLater()
      return
    }
    flushing = navigator.locks
      .request(name, { ifAvailable: true }, async (lock) => {
        // Another tab is at it. It may just have looked for the last time: it is told to look once more.
        othersTurn = lock === null
        if (othersTurn) tell('flush')
        else await sendAll()
      })
      .catch(() => undefined)
      .finally(() => {
        flushing = undefined
        const [wanted, cameBack] = [again, isBack]
        again = false
        isBack = false
        if (cameBack && !isPaused && !ended.signal.aborted) void hurry()
        else if (wanted && !isPaused) flush()
        else wakeLater()
      })
  }

  function wakeLater(): void {
    clearTimeout(timer)
    if (ended.signal.aborted) return
    const wake = nextWake(actions)
    const soonest = othersTurn ? OTHER_SENDS : 50
    // Without a network nothing can be sent, however long it has been due: whoever hears that there is one looks at once.
    const isLong = wake === undefined || isPaused || !navigator.onLine
    const pause = isLong ? LOOK_EVERY : Math.min(LOOK_EVERY, Math.max(soonest, wake - Date.now()))
    timer = setTimeout(lookAgain, pause)
  }

  /** Whose session it is may not have been answered, or they are back: it is looked at before anything is sent. */
  function lookAgain(): void {
    isPaused = false
    flush()
  }

  async function hurry(): Promise<void> {
    if (actions.some(({ nextAt }) => nextAt > Date.now())) await change((list) => hurried(list, Date.now()))
    lookAgain()
  }

  /**
   * What is on its way may fail yet: it is sent again then, without the pause for a network that is not there. In the background
   * nothing else would do so.
   */
  function comeBack(): void {
    isBack = flushing !== undefined
    void hurry()
  }

  tabs.addEventListener('message', ({ data }) => {
    if (data === 'flush') flush()
    else if (data.sent === undefined) void look()
    else hear(data)
  })
  const { signal } = ended
  window.addEventListener('online', comeBack, { signal })
  onWake(comeBack, signal)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && void hurry(), {
    signal,
  })
  flush()

  return {
    actions: () => actions,
    keeps: storage.keeps,
    subscribe: (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    perform: async (action, args, { label, hold = 0, together = [] }) => {
      const id = crypto.randomUUID()
      const createdAt = Date.now()
      const { subject } = bind(action, args)
      const heldUntil = createdAt + hold
      const { name: kind, answersRefused = false } = action
      let replaced: Actions = []
      await change((list) => {
        const open = answersRefused ? answeredAnew(list, { subject, name: kind }) : list
        replaced = list.filter((one) => !open.includes(one))
        return added(heldOn(open, together, heldUntil), { id, subject, name: kind, args, label, createdAt, heldUntil })
      })
      options.onTaken?.(subject)
      flush()
      await forget(replaced)
      return id
    },
    undo: (id) => takeOff(id, canBeUndone),
    retry: async (id) => {
      await change((list) => retried(list, id, Date.now()))
      flush()
    },
    drop: async (id) => {
      await takeOff(id, () => true)
      flush()
    },
    flush,
    meaning,
    close: async () => {
      ended.abort()
      markLoss()
      clearTimeout(timer)
      await flushing
      isClosed = true
      tabs.close()
      listeners.clear()
    },
  }
}
