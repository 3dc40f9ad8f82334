import { z } from 'zod'
import { Task } from '../reactor/due-for.ts'

/** What a job carries: ids, never personal data. */
export const MailJob = z.object({
  template: Task,
  /** Where the fact stands that calls for the mail. */
  stream: z.string(),
  revision: z.string().regex(/^\d+$/),
})
export type MailJob = z.infer<typeof MailJob>
