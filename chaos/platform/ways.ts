import { addressOf, type Link, openLink } from '@forecourt/infra/testing/link.ts'
import type { OwnServer, OwnServerName } from './own-server.ts'
import type { Parts } from './parts.ts'
import { isProcess, type ProcessName } from './processes.ts'

/** Processes that others ask. */
type Asked = Exclude<ProcessName, 'projector-1' | 'projector-2' | 'workers'>

const TO_DATABASE = ['command-1', 'command-2', 'query-1', 'query-2', 'projector-1', 'projector-2', 'workers'] as const
/** Who asks an event store; the query service knows nothing but rows. */
export const TO_EVENT_STORE = ['command-1', 'command-2', 'projector-1', 'projector-2', 'workers'] as const
type ToOwnServer = `${(typeof TO_EVENT_STORE)[number]} to event store` | 'workers to redis'
type ToEmbeddedServer = 'workers to mail server' | 'all to object storage'
export type LinkName = Asked | `${(typeof TO_DATABASE)[number]} to database` | ToOwnServer | ToEmbeddedServer

/** Where log and queue are, when they are not in the database. */
interface Urls {
  readonly EVENTSTORE_URL?: string
  readonly REDIS_URL?: string
}

/** How the product finds these servers. */
export const urlsOf = ({
  'event store': eventStore,
  redis,
}: Readonly<Partial<Record<OwnServerName, Pick<OwnServer, 'port'>>>>): Urls => ({
  ...(eventStore === undefined ? {} : { EVENTSTORE_URL: `esdb://127.0.0.1:${eventStore.port}?tls=false` }),
  ...(redis === undefined ? {} : { REDIS_URL: `redis://127.0.0.1:${redis.port}` }),
})

/** The ways between the parts of a platform, each of which a fault can hit. */
export interface Ways extends AsyncDisposable {
  /** To each process that others ask, from each of them to the database, and to what else they need. */
  readonly links: Readonly<Record<Exclude<LinkName, ToOwnServer>, Link> & Partial<Record<ToOwnServer, Link>>>
  /** Where a process finds the others: at the ends of its ways. */
  environmentOf(name: ProcessName): Readonly<Record<string, string>>
}

interface Circumstances {
  readonly parts: Pick<Parts, 'database' | 'storage' | 'mail'>
  readonly urls: Urls
  /** Where a process answers right now; undefined while it is down. */
  readonly urlOf: (name: ProcessName) => string | undefined
  /** Of the gateway. */
  readonly port: number
  /** Whether what processes need is behind proxies, too: the processes themselves always are. */
  readonly proxies: boolean
}

export async function openWays({ parts, urls, urlOf, port, proxies }: Circumstances): Promise<Ways> {
  const { database, storage, mail } = parts
  await using opened = new AsyncDisposableStack()
  const link = async (target: string, at?: number): Promise<Link> => {
    const address = () => {
      const url = isProcess(target) ? urlOf(target) : target
      return url === undefined ? undefined : addressOf(url)
    }
    return opened.use(await openLink(address, at))
  }
  const links = {
    gateway: await link('gateway', port),
    'command-1': await link('command-1'),
    'command-2': await link('command-2'),
    'query-1': await link('query-1'),
    'query-2': await link('query-2'),
    'command-1 to database': await link(database.url),
    'command-2 to database': await link(database.url),
    'query-1 to database': await link(database.url),
    'query-2 to database': await link(database.url),
    'projector-1 to database': await link(database.url),
    'projector-2 to database': await link(database.url),
    'workers to database': await link(database.url),
    'workers to mail server': await link(mail.url),
    'all to object storage': await link(storage.endpoint),
  }
  const { EVENTSTORE_URL: eventStoreUrl, REDIS_URL: redisUrl } = urls
  const toOwnServers: Partial<Record<ToOwnServer, Link>> = {}
  if (eventStoreUrl !== undefined)
    for (const name of TO_EVENT_STORE) toOwnServers[`${name} to event store`] = await link(eventStoreUrl)
  if (redisUrl !== undefined) toOwnServers['workers to redis'] = await link(redisUrl)
  const through = (url: string, way: Link) => (proxies ? withPort(url, way.port) : url)
  const owned = opened.move()
  return {
    links: { ...links, ...toOwnServers },
    environmentOf(name) {
      const outside = {
        SMTP_URL: through(mail.url, links['workers to mail server']),
        S3_ENDPOINT: through(storage.endpoint, links['all to object storage']),
      }
      if (name === 'gateway')
        return {
          ...outside,
          QUERY_URLS: addressesOf(links['query-1'], links['query-2']),
          COMMAND_URLS: addressesOf(links['command-1'], links['command-2']),
          STORAGE_URL: through(storage.endpoint, links['all to object storage']),
        }
      const toDatabase = links[`${name} to database`]
      const toEventStore = isToEventStore(name) ? toOwnServers[`${name} to event store`] : undefined
      const toRedis = name === 'workers' ? toOwnServers['workers to redis'] : undefined
      return {
        ...outside,
        ...(eventStoreUrl === undefined || toEventStore === undefined
          ? {}
          : { EVENTSTORE_URL: through(eventStoreUrl, toEventStore) }),
        ...(redisUrl === undefined || toRedis === undefined ? {} : { REDIS_URL: through(redisUrl, toRedis) }),
        DATABASE_URL: through(database.url, toDatabase),
        QUERY_DATABASE_URL: through(database.queryUrl, toDatabase),
      }
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const isToEventStore = (name: ProcessName): name is (typeof TO_EVENT_STORE)[number] =>
  TO_EVENT_STORE.some((one) => one === name)

function withPort(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href.replace(/\/$/, '')
}

const addressesOf = (...links: readonly Link[]): string => links.map(({ port }) => `http://127.0.0.1:${port}`).join()
