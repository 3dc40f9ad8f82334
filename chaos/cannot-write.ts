import { codeOf, reasonOf } from '@forecourt/kit/system-error.ts'

/** A place where a run keeps what it has cannot be written any more: one sentence for whoever watches, without a stack trace. */
export class CannotWrite extends Error {
  constructor(path: string, cause: unknown) {
    super(`${path} cannot be written any more: ${reasonOf(cause)}${isFull(cause) ? ': make room' : ''}.`, { cause })
    this.name = 'CannotWrite'
  }
}

/** Whether an error says that a disk is full. */
export const isFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
