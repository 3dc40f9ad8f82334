import type { Client } from '../../tests/system/support/client.ts'
import { onboard, requestFor, type Tenant } from '../../tests/system/support/tenant.ts'
import type { Platform } from '../platform/platform.ts'
import { address } from './address.ts'

/** Many people, each at an address of their own, who ask the services behind a gateway. */
export interface Crowd {
  readonly tenants: readonly Staffed[]
  /** Somebody asks for a vehicle. @returns what went wrong */
  book(tenant: Tenant, number: number): Promise<string | undefined>
  /** Somebody looks at something, visitors and staff in turn. @returns what went wrong */
  look(staffed: Staffed, number: number): Promise<string | undefined>
}

/** A business with somebody at its desk. */
export interface Staffed {
  readonly tenant: Tenant
  readonly desk: Client
}

/** Onboards so many businesses; in each somebody is signed in. */
export async function gather(platform: Platform, businesses: number, vehicles: number): Promise<Crowd> {
  const { processes } = platform
  const commands = [processes['command-1'], processes['command-2']]
  const queries = [processes['query-1'], processes['query-2']]
  const tenants: Staffed[] = []
  /** Whoever books does so once: an address that books again and again is turned away. */
  let booked = 0
  for (let count = 0; count < businesses; count += 1) {
    const tenant = await onboard(platform, vehicles)
    tenants.push({ tenant, desk: await tenant.staff() })
  }
  return {
    tenants,
    async book(tenant, number) {
      booked += 1
      const vehicle = tenant.vehicles[number % tenant.vehicles.length]
      if (vehicle === undefined) throw new Error('there is no vehicle')
      const body = requestFor(platform, vehicle, { from: 1 + (number % 300), count: 1 + (number % 4) })
      const headers = {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': address(booked),
      }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      return await ask('requestBooking', commands[number % 2]?.url(), '/api/bookings', init, [201])
    },
    async look({ tenant, desk }, number) {
      const reads = [
        ['fleet', `/api/cars?businessSlug=${tenant.slug}`],
        ['bookedDates', `/api/cars/${tenant.vehicles[number % tenant.vehicles.length]}/booked-dates`],
        ['listBookings', '/api/admin/bookings?limit=50'],
        ['listVehicles', '/api/admin/cars?limit=50'],
      ] as const
      const [call, path] = reads[number % reads.length] ?? reads[0]
      const headers = { 'sec-fetch-site': 'same-origin', cookie: desk.cookie, 'x-forwarded-for': address(number) }
      return await ask(call, queries[Math.floor(number / reads.length) % 2]?.url(), path, { headers }, [200, 304])
    },
  }
}

/**
 * Asks once, with patience.
 * @param call its id in the table of all calls
 * @returns what went wrong, and with which call: failures of several are counted together
 */
async function ask(
  call: string,
  url: string | undefined,
  path: string,
  init: RequestInit,
  expected: readonly number[],
): Promise<string | undefined> {
  if (url === undefined) return `${call}: nobody is there`
  try {
    const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(PATIENCE) })
    const text = await response.text()
    return expected.includes(response.status) ? undefined : `${call}: ${response.status} ${text.slice(0, 120)}`
  } catch (error) {
    return `${call}: ${String(error)}`
  }
}

/** Whether a limit is what went wrong: whoever asks too often is told so. */
export const isRefusal = (failure: string): boolean => /^\w+: 429 /.test(failure)

/** In milliseconds. */
const PATIENCE = 30_000
