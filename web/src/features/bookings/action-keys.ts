import { ApiError } from '../../lib/api.ts'

/**
 * One idempotency key per decision, from the tap until the server has really answered: what is tapped again because
 * nothing came back counts once.
 */
const keys = new Map<string, string>()

export function keyFor(decision: string): string {
  const key = keys.get(decision) ?? crypto.randomUUID()
  keys.set(decision, key)
  return key
}

/** Takes note of what came back: nothing, or a failure of the server, leaves the outcome open and the key in use. */
export function answered(decision: string, error?: unknown): void {
  const refused = error instanceof ApiError && error.status < 500 && ![408, 425, 429].includes(error.status)
  if (error === undefined || refused) keys.delete(decision)
}
