import type { Filter } from '@forecourt/event-log/port.ts'

/** The streams whose facts call for mails and documents or settle them: what the reactor reads of the log. */
export const OF_INTEREST: Filter = {
  prefixes: ['rent.schedule-', 'rent.user-', 'rent.customer-', 'rent.notification-'],
}

/** Under this name `reactions.checkpoint` has how far it has read. */
export const REACTOR = 'mail'
