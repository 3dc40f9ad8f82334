/**
 * The outbox as a list of values: what is sent next, and what becomes of an action after an answer. Pure, so that the
 * order, the back-off and the refusals can be read and tested without a browser. `outbox.ts` keeps the list in IndexedDB.
 */

/** A way out of a refusal: what its button says, and the address that it leads to. */
export interface Way {
  readonly words: string
  readonly address: string
}

/** What a person has done on this device and the server has not confirmed yet. Times are milliseconds since 1970. */
export interface PendingAction {
  /** Idempotency key of the call: whatever is sent twice counts once. */
  readonly id: string
  /** The order in which people acted on this device. */
  readonly seq: number
  /** What it is about. The order is kept within a subject, and one that was refused holds up its own subject only. */
  readonly subject: string
  /** Which action it is, as the registry knows it. */
  readonly name: string
  readonly args: unknown
  /** For people: "Approve Ada Lovelace’s booking". */
  readonly label: string
  readonly createdAt: number
  /** Not sent before: until then it can be undone without asking the server. */
  readonly heldUntil: number
  /** How often it was sent without an answer. */
  readonly attempts: number
  readonly nextAt: number
  readonly state: 'queued' | 'sending' | 'refused'
  /** Why it needs a person. */
  readonly refusal?: string
  /** What the refusal is about, for that person to look at. */
  readonly ways?: readonly Way[]
}

export type Actions = readonly PendingAction[]

/** What came of sending an action. */
export type Outcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string; readonly ways?: readonly Way[] }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unanswered' }

/** An action that is older needs a person: the world has moved on. Milliseconds: three days. */
const MAX_AGE = 72 * 3_600_000
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/** Why what has waited for so long is not sent by itself. */
export const TOO_OLD = 'It has waited for more than three days. Check that it is still right before it is sent.'

/** Whether there is a time during which it can be undone. */
const isHeld = ({ createdAt, heldUntil }: Pick<PendingAction, 'createdAt' | 'heldUntil'>) => heldUntil > createdAt

/** Why the server takes nothing about it any more: its own "Not found" would tell nobody what to do. */
export const NOT_FOUND = 'What it is about is no longer there: it was removed meanwhile.'

/** The list with one more action at its end. */
export function added(
  actions: Actions,
  action: Pick<PendingAction, 'id' | 'subject' | 'name' | 'args' | 'label' | 'createdAt' | 'heldUntil'>,
): Actions {
  const seq = actions.reduce((last, { seq: one }) => Math.max(last, one), 0) + 1
  const nextAt = isHeld(action) ? action.heldUntil : 0
  return [...actions, { ...action, seq, attempts: 0, nextAt, state: 'queued' }]
}

/**
 * The actions that are to be sent now: the first of each subject, unless it waits for a person or for its time. A time that is
 * further away than any pause is one of a clock that has been put right since.
 */
export const due = (actions: Actions, now: number): Actions =>
  firsts(actions).filter(({ state, nextAt }) => state === 'queued' && (nextAt <= now || nextAt - now > LONGEST_PAUSE))

/** When the next one is to be sent; undefined when none waits for its time. */
export function nextWake(actions: Actions): number | undefined {
  const times = firsts(actions).flatMap(({ state, nextAt }) => (state === 'queued' ? [nextAt] : []))
  return times.length === 0 ? undefined : Math.min(...times)
}

function firsts(actions: Actions): Actions {
  const seen = new Set<string>()
  return actions
    .toSorted((one, other) => one.seq - other.seq)
    .filter(({ subject }) => {
      const isFirst = !seen.has(subject)
      seen.add(subject)
      return isFirst
    })
}

/** The list with an action on its way, if it is still there and due: it may have been undone, or held on, a moment ago. */
export const taken = (actions: Actions, id: string, now: number): Actions =>
  due(actions, now).some((action) => action.id === id) ? changed(actions, id, { state: 'sending' }) : actions

/** The list after an answer; `chance` is 0..1 and spreads the pauses, so that tablets do not come back all at once. */
export function answered(actions: Actions, id: string, outcome: Outcome, now: number, chance: number): Actions {
  if (outcome.kind === 'accepted') return without(actions, id)
  if (outcome.kind === 'refused') {
    const { reason, ways = [] } = outcome
    return changed(actions, id, { state: 'refused', refusal: reason, ...(ways.length === 0 ? {} : { ways }) })
  }
  if (outcome.kind === 'signed-out') return changed(actions, id, { state: 'queued' })
  const attempts = (actions.find((action) => action.id === id)?.attempts ?? 0) + 1
  const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1)) * (0.5 + chance / 2)
  return changed(actions, id, { state: 'queued', attempts, nextAt: now + pause })
}

/** What a tab that has ended left on its way goes back into the queue; what is too old waits for a person. */
export const recovered = (actions: Actions, now: number): Actions =>
  actions.map((action) => {
    if (action.state === 'refused') return action
    if (now - action.createdAt > MAX_AGE) return { ...action, state: 'refused', refusal: TOO_OLD }
    return action.state === 'sending' ? { ...action, state: 'queued' } : action
  })

/**
 * The device is online again: nobody waits for a pause that was made for a dead network, nor for a clock that was fast. What can
 * still be undone keeps its time.
 */
export const hurried = (actions: Actions, now: number): Actions =>
  actions.map((action) =>
    action.state === 'queued' && (action.attempts > 0 || !isHeld(action))
      ? { ...action, nextAt: Math.min(action.nextAt, now) }
      : action,
  )

/** A person wants one that was refused to be sent again, as if it were done now. */
export function retried(actions: Actions, id: string, now: number): Actions {
  return actions.map((action) => {
    if (action.id !== id || action.state !== 'refused') return action
    const { refusal: _why, ways: _ways, ...rest } = action
    return { ...rest, state: 'queued', attempts: 0, createdAt: now, nextAt: 0 }
  })
}

/** Whether an action can be taken back as if it had never been done: it has not left the device. */
export const canBeUndone = (actions: Actions, id: string): boolean =>
  actions.some((action) => action.id === id && action.state === 'queued' && action.attempts === 0)

/** Those that wait behind one of their subject that was refused: they are not sent before a person has answered that one. */
export function heldUp(actions: Actions): Actions {
  const refused = actions.filter(({ state }) => state === 'refused')
  return actions.filter(
    ({ state, subject, seq }) =>
      state !== 'refused' && refused.some((before) => before.subject === subject && before.seq < seq),
  )
}

/**
 * Those of which people are told that they are not sent yet. Of what is being sent for the first time they are not, unless it
 * was done before there was a network: a whole day's work goes out a few at a time.
 * @param onlineSince undefined without a network
 */
export function unsent(actions: Actions, onlineSince: number | undefined): Actions {
  const behind = heldUp(actions)
  return actions.filter(
    (action) =>
      action.state !== 'refused' &&
      (onlineSince === undefined || action.attempts > 0 || action.createdAt < onlineSince || behind.includes(action)),
  )
}

/** The list without what was refused of this kind about this subject: who does it anew has answered that. */
export const answeredAnew = (actions: Actions, { subject, name }: Pick<PendingAction, 'subject' | 'name'>): Actions =>
  actions.filter((action) => action.state !== 'refused' || action.subject !== subject || action.name !== name)

/** Whether nothing else that was done about the same waits to be sent. */
export const isLastAbout = (actions: Actions, { id, subject }: Pick<PendingAction, 'id' | 'subject'>): boolean =>
  !actions.some((other) => other.id !== id && other.subject === subject && other.state !== 'refused')

/** The list in which those of these ids that can still be undone are not sent before then. */
export const heldOn = (actions: Actions, ids: readonly string[], heldUntil: number): Actions =>
  actions.map((action) =>
    ids.includes(action.id) && canBeUndone(actions, action.id) ? { ...action, heldUntil, nextAt: heldUntil } : action,
  )

/**
 * The list that another version of the app has left, by what each is about for this one: what waited there behind what it does
 * not depend on goes now. @param subjectOf undefined: this version does not know it
 */
export const regrouped = (actions: Actions, subjectOf: (action: PendingAction) => string | undefined): Actions =>
  actions.map((action) => ({ ...action, subject: subjectOf(action) ?? action.subject }))

/** The list without one action. */
export const without = (actions: Actions, id: string): Actions => actions.filter((action) => action.id !== id)

const changed = (actions: Actions, id: string, change: Partial<PendingAction>): Actions =>
  actions.map((action) => (action.id === id ? { ...action, ...change } : action))
