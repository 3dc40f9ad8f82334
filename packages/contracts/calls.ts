import { accountCalls } from './calls/account.ts'
import { bookingCalls } from './calls/bookings.ts'
import { businessCalls } from './calls/business.ts'
import { calendarFeedCalls } from './calls/calendar-feeds.ts'
import type { Call } from './calls/call.ts'
import { contractCalls } from './calls/contracts.ts'
import { customerCalls } from './calls/customers.ts'
import { documentationCalls } from './calls/documentation.ts'
import { exportCalls } from './calls/exports.ts'
import { figureCalls } from './calls/figures.ts'
import { fileCalls } from './calls/files.ts'
import { fleetCalls } from './calls/fleet.ts'
import { installingCalls } from './calls/installing.ts'
import { liveCalls } from './calls/live.ts'
import { maintenanceCalls } from './calls/maintenance.ts'
import { passwordCalls } from './calls/passwords.ts'
import { renterCalls } from './calls/renter.ts'
import { staffCalls } from './calls/staff.ts'

/**
 * Every call of the API (specification section 7, decisions): method, path, who may, what is sent and what is answered.
 * The OpenAPI document, the permission matrix, the conformance of answers and the fuzzer are made from it; the routers'
 * lists are compared with it. The web app imports none of this.
 */
export const CALLS: readonly Call[] = [
  ...businessCalls,
  ...fleetCalls,
  ...maintenanceCalls,
  ...bookingCalls,
  ...contractCalls,
  ...renterCalls,
  ...customerCalls,
  ...figureCalls,
  ...exportCalls,
  ...calendarFeedCalls,
  ...liveCalls,
  ...fileCalls,
  ...accountCalls,
  ...passwordCalls,
  ...staffCalls,
  ...installingCalls,
  ...documentationCalls,
]

/** The call that a request is, if it is one. `HEAD` is a `GET` whose body is not sent. @param path without the query */
export function callOf(method: string, path: string): Call | undefined {
  const verb = method === 'HEAD' ? 'GET' : method
  return CALLS.find((call) => call.method === verb && patternOf(call).test(path))
}

/** What an address can be asked with; nothing when no call has it. `HEAD` goes with `GET`. @param path without the query */
export function methodsAt(path: string): string[] {
  const methods = new Set(CALLS.filter((call) => patternOf(call).test(path)).map(({ method }) => method))
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

const patterns = new Map<Call, RegExp>()

/** Addresses of a call, as Express matches them: a slash at the end changes nothing. */
function patternOf(call: Call): RegExp {
  const known = patterns.get(call)
  if (known !== undefined) return known
  const parts = call.path.split(/\{\w+\}/).map((part) => part.replaceAll('.', '\\.'))
  const pattern = new RegExp(`^${parts.join('[^/]+')}/?$`)
  patterns.set(call, pattern)
  return pattern
}
