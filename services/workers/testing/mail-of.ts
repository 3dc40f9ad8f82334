import { randomUUID } from 'node:crypto'
import type { QueuedMail } from '../queue/mail-queue.ts'

/** A mail for the queue, of a fact that is nowhere: for whoever looks at the queue alone. */
export const mailOf = (notificationId: string = randomUUID()): QueuedMail => ({
  notificationId,
  job: { template: 'booking-cancelled', stream: 'rent.schedule-x', revision: '1' },
})

/** So many of them. */
export const someMails = (count: number): QueuedMail[] => Array.from({ length: count }, () => mailOf())
