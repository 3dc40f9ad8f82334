import { match } from 'ts-pattern'
import { accept, type Decider, type Decision } from '../decision.ts'
import type { AboutBooking, FailureCause, NotificationEvent, WithdrawalReason } from './events.ts'

/** How far a mail has come. That one is due is no event: it follows from what happened to the booking. */
export interface NotificationState {
  readonly outcome: 'due' | 'sent' | 'abandoned' | 'withdrawn'
  /** Attempts that are on record, failed and sent. */
  readonly attempts: number
}

type Outcome = Decision<NotificationEvent, never>

interface Subject {
  readonly notificationId: string
  readonly template: string
}

export interface RecordSent extends Subject {
  readonly messageId: string
}

export interface RecordFailed extends Subject {
  readonly booking: AboutBooking
  readonly cause: FailureCause
  /** Code of the error; never an address. */
  readonly reason: string
}

export interface Withdraw extends Subject {
  readonly reason: WithdrawalReason
}

/** The mail server took the mail. Only the first such record counts: a repeated delivery writes nothing. */
export function recordSent({ notificationId, template, messageId }: RecordSent, state: NotificationState): Outcome {
  if (state.outcome === 'sent') return accept()
  const attempt = state.attempts + 1
  return accept({ type: 'NotificationSent', data: { notificationId, template, attempt, messageId } })
}

/** An attempt failed; the mail stays due. */
export function recordFailed(failure: RecordFailed, state: NotificationState): Outcome {
  if (state.outcome !== 'due') return accept()
  const { notificationId, template, booking, cause, reason } = failure
  const attempt = state.attempts + 1
  return accept({ type: 'NotificationFailed', data: { notificationId, template, booking, attempt, cause, reason } })
}

/** No attempt will follow. A mail that was sent cannot be given up. */
export function abandon(failure: RecordFailed, state: NotificationState): Outcome {
  if (state.outcome !== 'due') return accept()
  const { notificationId, template, booking, cause, reason } = failure
  const { attempts } = state
  return accept({
    type: 'NotificationAbandoned',
    data: { notificationId, template, booking, attempts, cause, reason },
  })
}

/** The mail has become moot. One that was sent or given up stays so. */
export function withdraw({ notificationId, template, reason }: Withdraw, state: NotificationState): Outcome {
  if (state.outcome !== 'due') return accept()
  return accept({ type: 'NotificationWithdrawn', data: { notificationId, template, reason } })
}

export type NotificationCommand =
  | ({ readonly type: 'recordSent' } & RecordSent)
  | ({ readonly type: 'recordFailed' } & RecordFailed)
  | ({ readonly type: 'abandon' } & RecordFailed)
  | ({ readonly type: 'withdraw' } & Withdraw)

export const notificationDecider: Decider<
  NotificationCommand,
  NotificationState,
  NotificationEvent,
  NotificationEvent,
  never
> = {
  initial: () => ({ outcome: 'due', attempts: 0 }),
  decide: (command, state) =>
    match(command)
      .with({ type: 'recordSent' }, (asked) => recordSent(asked, state))
      .with({ type: 'recordFailed' }, (asked) => recordFailed(asked, state))
      .with({ type: 'abandon' }, (asked) => abandon(asked, state))
      .with({ type: 'withdraw' }, (asked) => withdraw(asked, state))
      .exhaustive(),
  evolve: (state, fact) =>
    match<NotificationEvent, NotificationState>(fact)
      .with({ type: 'NotificationSent' }, ({ data }) => ({ outcome: 'sent', attempts: data.attempt }))
      .with({ type: 'NotificationFailed' }, ({ data }) => ({ ...state, attempts: data.attempt }))
      .with({ type: 'NotificationAbandoned' }, () =>
        state.outcome === 'sent' ? state : { ...state, outcome: 'abandoned' },
      )
      .with({ type: 'NotificationWithdrawn' }, () =>
        state.outcome === 'sent' ? state : { ...state, outcome: 'withdrawn' },
      )
      .exhaustive(),
}
