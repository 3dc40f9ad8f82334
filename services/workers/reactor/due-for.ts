import type { StoredFact } from '@forecourt/event-log/codec.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import { ContractTask, contractsFor } from '../contracts/contracts-for.ts'
import { mailsFor, Template } from '../mail/mails-for.ts'
import { isReminderOf, Reminder } from '../reminders/reminders-for.ts'

/** Everything that a fact can call for: mails by their template, and documents. */
export const Task = z.enum([...Template.options, ...ContractTask.options])
export type Task = z.infer<typeof Task>

/** What a fact calls for. The id is that of the job, and of whatever says that it is done. */
export function dueFor(
  event: Pick<Recorded, 'id' | 'type' | 'data' | 'metadata'>,
): readonly { readonly notificationId: string; readonly template: Task }[] {
  return [...mailsFor(event), ...contractsFor(event).map(({ id, task }) => ({ notificationId: id, template: task }))]
}

/**
 * The fact at the place that a job names does not call for it. A log that was put back from a back-up goes on with other facts where
 * lost ones stood: what a job of those says must go to nobody, least of all to whom the new ones are about.
 */
export class Groundless extends Error {
  override readonly name = 'Groundless'
}

/** @throws {Groundless} the fact does not call for this @param id of the job */
export function assertCalledFor(fact: StoredFact, task: Task, id: string): void {
  const reminder = Reminder.safeParse(task).data
  const isCalledFor =
    reminder === undefined
      ? mailsFor(fact).some((mail) => mail.notificationId === id && mail.template === task) ||
        contractsFor(fact).some((contract) => contract.id === id && contract.task === task)
      : isReminderOf(fact, reminder, id)
  if (!isCalledFor) throw new Groundless(`${fact.type} does not call for this`)
}
