import { EventStoreDBClient } from '@eventstore/db-client'
import { type Deadlines, within } from './deadlines.ts'
import { createTails, type Tails } from './tails.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

/** What every call of the adapter needs. */
export interface Connection {
  readonly client: EventStoreDBClient
  readonly credentials: Credentials
  readonly deadlines: Deadlines
  readonly tails: Tails
  /** Ends streams under way and the channel itself. */
  readonly close: () => Promise<void>
}

/** The end of the channel is waited for so long, in milliseconds. */
const CHANNEL_ENDS_WITHIN = 1_000

/** The account of a server without TLS, which asks for none: it must be sent all the same, see `append-call.ts`. */
const INSECURE: Credentials = { username: 'admin', password: 'changeit' }

/**
 * Opens nothing yet: the client connects with its first call.
 * @param address `esdb://[user:password@]host:port[,…][?tls=false]`, also with the newer scheme `kurrentdb://`
 * @throws {Error} the address is not one, or is of a TLS server and names no account
 */
export function connect(address: string, deadlines: Deadlines, credentials?: Credentials): Connection {
  const account = credentials ?? accountOf(address)
  const client = EventStoreDBClient.connectionString(clientAddress(address))
  hearReconnecting(client)
  return {
    client,
    credentials: account,
    deadlines,
    tails: createTails(),
    async close() {
      await within(deadlines.call, 'the end of streams', client.dispose()).catch(() => {})
      // Without a channel it would look for a server first: of a cluster that is away, for minutes.
      await within(CHANNEL_ENDS_WITHIN, 'the end of the channel', closeChannel(client)).catch(() => {})
    },
  }
}

/**
 * The address as the client reads it: it knows the older scheme only, and an address must not switch off that a refused
 * append throws.
 */
export function clientAddress(address: string): string {
  const [place = '', query = ''] = address.trim().split('?')
  const parameters = query
    .split('&')
    .filter((each) => each !== '' && !/^throw[_-]?on[_-]?append[_-]?failure=/i.test(each))
  return [
    place.replace(/^(?:kurrentdb|kdb)(\+discover)?:/, 'esdb$1:'),
    ...(parameters.length > 0 ? [parameters.join('&')] : []),
  ].join('?')
}

/** The account in the address, or the one of a server without TLS. */
export function accountOf(address: string): Credentials {
  const named = /^[^:]+:\/\/(?<username>[^:@/]+):(?<password>[^@/]+)@/.exec(address.trim())?.groups
  if (named?.username !== undefined && named.password !== undefined) {
    return { username: decodeURIComponent(named.username), password: decodeURIComponent(named.password) }
  }
  if (/[?&]tls=false(?:&|$)/i.test(address)) return INSECURE
  throw new Error('the address of a TLS event store needs an account: esdb://user:password@host')
}

/**
 * After a call that failed the client looks for another server, and nobody hears when that fails as well: of a cluster that goes
 * away node by node, it would end the process. The next call finds out by itself.
 */
function hearReconnecting(client: EventStoreDBClient): void {
  const reconnect: unknown = Reflect.get(client, 'handleError')
  if (typeof reconnect !== 'function')
    throw new Error('the client of the event store reconnects otherwise than it is known here')
  const heard = async (...failed: unknown[]): Promise<void> => {
    await Promise.resolve(Reflect.apply(reconnect, client, failed)).catch(() => {})
  }
  Reflect.set(client, 'handleError', heard)
}

/** `dispose` leaves the channel open, with its socket and keep-alive pings, and there is no public way to close it. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const getChannel: unknown = Reflect.get(client, 'getChannel')
  if (typeof getChannel !== 'function') return
  const channel: unknown = await Promise.resolve(getChannel()).catch(() => undefined)
  if (typeof channel !== 'object' || channel === null) return
  const close: unknown = Reflect.get(channel, 'close')
  if (typeof close === 'function') close.call(channel)
}
