import { Unavailable } from '@forecourt/event-log/port.ts'

/**
 * The caller hung up before anything was decided for them: nothing was done. Whether they ever hear it they have chosen, so
 * that it is no outage: what they asked for counts as asked.
 */
export class CallerGone extends Unavailable {
  constructor() {
    super('the caller has gone')
    this.name = 'CallerGone'
  }
}
