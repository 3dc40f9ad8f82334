import type { Request } from '../history.ts'
import { answered } from '../witness.ts'

/** What a clerk of one business sent, as the history holds it: answered with 200 within a tenth of a second unless said otherwise. */
export function madeRequest(call: string, startedAt: number, more: Partial<Request> = {}): Request {
  return {
    kind: 'request',
    id: `${call} at ${startedAt}`,
    client: 'clerk',
    businessId: 'b',
    actor: 'member',
    process: null,
    call,
    asked: {},
    key: null,
    digest: '',
    seen: null,
    startedAt,
    endedAt: startedAt + 100,
    answer: answered(200),
    ...more,
  }
}
