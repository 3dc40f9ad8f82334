import { ConfigError } from '@forecourt/kit/config.ts'
import { codeOf, reasonOf } from '@forecourt/kit/system-error.ts'
import { HistoryDiffers } from '../migrate.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * What the person at the terminal reads when the product does not start: one sentence for what they can see to, and the
 * whole stack for what only we can.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof CannotStart || error instanceof HistoryDiffers || error instanceof ConfigError)
    return error.message
  if (['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'].includes(codeOf(error))) {
    const path = error instanceof Error && 'path' in error ? ` (${String(error.path)})` : ''
    return `A file cannot be written: ${reasonOf(error)}${path}.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
