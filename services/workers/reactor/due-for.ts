import type { Recorded } from '@forecourt/event-log/port.ts'
import { z } from 'zod'
import { ContractTask, contractsFor } from '../contracts/contracts-for.ts'
import { mailsFor, Template } from '../mail/mails-for.ts'

/** Everything that a fact can call for: mails by their template, and documents. */
export const Task = z.enum([...Template.options, ...ContractTask.options])
export type Task = z.infer<typeof Task>

/** What a fact calls for. The id is that of the job, and of whatever says that it is done. */
export function dueFor(
  event: Pick<Recorded, 'id' | 'type' | 'data' | 'metadata'>,
): readonly { readonly notificationId: string; readonly template: Task }[] {
  return [...mailsFor(event), ...contractsFor(event).map(({ id, task }) => ({ notificationId: id, template: task }))]
}
