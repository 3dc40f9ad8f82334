import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Customers } from '@forecourt/contracts/customer.ts'
import { BusinessSettings } from '@forecourt/contracts/settings.ts'
import type { Recorded } from '@forecourt/event-log/port.ts'
import { publicKeyOf, publicKeys, sealKey } from '@forecourt/event-log/seals/keys.ts'
import { createGateway, listen } from '@forecourt/infra/embedded/gateway.ts'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { WEB_DIST } from '@forecourt/infra/embedded/web-build.ts'
import { checkLog } from '@forecourt/operator/seals/check-log.ts'
import { readCheckpoint } from '@forecourt/query/projection/checkpoint.ts'
import { LIVE } from '@forecourt/query/projection/schema-name.ts'
import { mailsFor } from '@forecourt/workers/mail/mails-for.ts'
import { runSealer } from '@forecourt/workers/seals/sealer.ts'
import { vi } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { type Answer, Client, idOf } from '../../tests/system/support/client.ts'
import {
  type DatabaseAddresses,
  type Platform,
  PUBLIC_URL,
  startPlatform,
} from '../../tests/system/support/platform.ts'
import { daysFromToday, onboard, requestFor, type Tenant } from '../../tests/system/support/tenant.ts'
import type { Sources } from '../checker/gather.ts'
import type { History, Line } from '../history.ts'
import { historyOf } from '../history-file.ts'
import { type Browser, openBrowser } from '../load/browser.ts'
import { canaryOf } from '../witness.ts'

/** A run in which nothing went wrong, on the real processes: what it left behind is what a checker must have no word against. */
export interface GoodRun extends AsyncDisposable {
  readonly history: History
  readonly sources: Sources
}

interface Business {
  readonly tenant: Tenant
  readonly canary: string
  readonly renter: Browser
  readonly clerk: Browser
}

/** Two businesses live through a day, one of their processes is killed and comes back, and everything comes to rest. */
export async function goodRun(database: DatabaseAddresses): Promise<GoodRun> {
  await using opened = new AsyncDisposableStack()
  const platform = opened.use(await startPlatform(database, ['command', 'query', 'projector', 'workers']))
  const url = await gatewayTo(platform, opened)
  const seed = randomBytes(32).toString('base64')
  const lines: Line[] = []
  const history = {
    write: (line: Line) => {
      if (!isDisturbed(line)) lines.push(line)
    },
    close: async () => {},
  }
  const [harbour, northern] = await Promise.all(
    ['harbour', 'northern'].map(async (word): Promise<Business> => {
      const canary = canaryOf(word)
      const tenant = await onboard(platform, 2, { vehicle: (index) => ({ name: `Golf ${index + 1} ${canary}` }) })
      const { businessId, credentials } = tenant
      const browserOf = (name: string, who: Pick<Parameters<typeof openBrowser>[1], 'actor' | 'credentials'>) =>
        openBrowser(new Client(() => [url]), { name: `${name} of ${canary}`, businessId, ...who }, history)
      const renter = browserOf('renter', { actor: 'visitor' })
      return { tenant, canary, renter, clerk: browserOf('clerk', { actor: 'member', credentials }) }
    }),
  )
  if (harbour === undefined || northern === undefined) throw new Error('there are two businesses')
  const witnessed = [harbour, northern].map(({ canary, tenant }) => ({ canary, ...publicOf(tenant) }))
  history.write({ kind: 'beginning', seed: 1, at: Date.now(), tenants: witnessed })
  await Promise.all([dayOf(platform, harbour), dayOf(platform, northern)])
  await sealAll(platform, seed)
  history.write(await killQuery(platform))
  await Promise.all([harbour, northern].map(({ clerk }) => clerk.ask(BOOKINGS)))

  await comes(async () => mailsDueIn(await platform.recorded()) === 0, 'some mails are due')
  await Promise.all(
    ['command' as const, 'workers' as const].flatMap((name) => platform.all(name).map((one) => one.stop())),
  )
  await sealAll(platform, seed)
  const head = await platform.eventLog.head()
  await comes(async () => (await readCheckpoint(platform.pool, LIVE))?.position === head, 'the rows lag behind')
  for (const { receivedAt, messageId, envelope, subject } of await platform.mails())
    history.write({ kind: 'mail', at: Date.parse(receivedAt), messageId, to: envelope.to.join(), subject })
  history.write({ kind: 'end', at: Date.now() })
  const owned = opened.move()
  return {
    history: historyOf(lines),
    sources: {
      core: { log: platform.eventLog, vault: platform.vault },
      pool: platform.pool,
      log: platform.log,
      seals: { publicKeys: publicKeys([publicKeyOf(seed)]) },
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Mails that are called for, and of which the log does not say yet what became of them. */
function mailsDueIn(log: readonly Recorded[]): number {
  const settled = log.filter(({ type }) => type === 'NotificationSent' || type === 'NotificationWithdrawn')
  return log.flatMap(mailsFor).length - settled.length
}

/** On a busy machine somebody waits for too long now and then, and asks again: in a good run nobody does. */
const isDisturbed = (line: Line): boolean =>
  line.kind === 'request' && (line.answer.kind === 'none' || line.answer.stale || line.answer.status === 503)

/** Waits until it is so. */
async function comes(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
  const look = async () => {
    if (!(await isSo())) throw new Error(otherwise)
  }
  await vi.waitFor(look, { timeout: 120_000, interval: 100 })
}

/** One address for browsers, as everywhere. */
async function gatewayTo(platform: Platform, opened: AsyncDisposableStack): Promise<string> {
  const port = await freePort()
  const to = (name: 'query' | 'command') => () => platform.all(name)[0]?.url
  const gateway = createGateway({
    publicUrl: PUBLIC_URL,
    webFolder: WEB_DIST,
    query: to('query'),
    command: to('command'),
    uploadOrigins: [],
    isReady: () => true,
  })
  const front = await listen(gateway, port)
  opened.defer(() => front.close())
  return `http://127.0.0.1:${port}`
}

const publicOf = ({ businessId, slug, contactEmail }: Tenant) => ({ businessId, slug, contactEmail })

const BOOKINGS = { call: 'listBookings', method: 'GET', path: '/api/admin/bookings?limit=10' } as const

/** Requests, decisions, a refusal, work in the workshop, days that are kept free, and what everybody reads in between. */
async function dayOf(platform: Platform, business: Business): Promise<void> {
  const { tenant, clerk, renter } = business
  const [vehicle = ''] = tenant.vehicles
  const ask = (days: { from: number; count: number }) => request(platform, business, days)
  await renter.ask({ call: 'fleet', method: 'GET', path: `/api/cars?businessSlug=${tenant.slug}` })
  const [first, second] = [await ask({ from: 10, count: 3 }), await ask({ from: 11, count: 3 })]
  await clerk.ask(BOOKINGS)
  await change(clerk, first, 'approved', 200)
  await readBack(clerk, first)
  await change(clerk, second, 'approved', 409)
  await change(clerk, second, 'rejected', 200)
  await work(clerk, vehicle)
  await keepFree(clerk, 1)
  const [third, fourth] = [await ask({ from: 40, count: 2 }), await ask({ from: 43, count: 2 })]
  await change(clerk, third, 'approved', 200)
  await change(clerk, fourth, 'approved', 200)
  await change(clerk, first, 'completed', 200)
  await change(clerk, first, 'approved', 200)
  await change(clerk, fourth, 'rejected', 200)
  await readBack(clerk, fourth)
  await lookAfter(clerk)
  await clerk.ask({ call: 'stats', method: 'GET', path: '/api/admin/stats?year=2026&month=11' })
  await renter.ask({
    call: 'bookedDates',
    method: 'GET',
    path: `/api/cars/${vehicle}/booked-dates`,
    asked: { id: vehicle },
  })
}

/** A renter asks for the first vehicle, twice at the same time under one key; all their bookings have one address. */
async function request(
  platform: Platform,
  { tenant, canary, renter }: Business,
  days: { from: number; count: number },
) {
  const [vehicle] = tenant.vehicles
  if (vehicle === undefined) throw new Error('there is no vehicle')
  const email = `renter@${canary}.example`
  const form = requestFor(platform, vehicle, days)
  const body = { ...form, customerName: `Ada ${canary}`, customerEmail: email }
  const { reference, pickupDate, dropoffDate } = form
  const asked = { carId: vehicle, pickupDate, dropoffDate, reference, renter: email, email }
  const answer = await renter.commandTwice({
    call: 'requestBooking',
    method: 'POST',
    path: '/api/bookings',
    body,
    asked,
  })
  return idOf(answered(answer, 201))
}

async function change(clerk: Browser, id: string, status: string, expected: number): Promise<void> {
  const path = `/api/admin/bookings/${id}`
  const answer = await clerk.command({
    call: 'changeBooking',
    method: 'PUT',
    path,
    body: { status },
    asked: { id, status },
  })
  answered(answer, expected)
}

async function readBack(clerk: Browser, booking: string): Promise<void> {
  const path = `/api/admin/bookings?id=${encodeURIComponent(booking)}`
  for (let fresh = false; !fresh; ) {
    const answer = await clerk.ask({ call: 'listBookings', method: 'GET', path, asked: { booking } })
    fresh = answer?.status === 200 && !answer.isStale
  }
}

async function work(clerk: Browser, id: string): Promise<void> {
  const path = `/api/admin/cars/${id}/maintenance`
  const days = daysFromToday(20, 2)
  const body = { ...days, kind: 'service', note: null }
  const made = await clerk.command({ call: 'scheduleMaintenance', method: 'POST', path, body, asked: { id, ...days } })
  const maintenanceId = idOf(answered(made, 201))
  const asked = { id, maintenanceId }
  const gone = await clerk.command({
    call: 'cancelMaintenance',
    method: 'DELETE',
    path: `${path}/${maintenanceId}`,
    asked,
  })
  answered(gone, 200)
}

/** The renter's licence is found good, and then refused; and they are taken off the page. */
async function lookAfter(clerk: Browser): Promise<void> {
  let id: string | undefined
  while (id === undefined) {
    const page = await clerk.ask({ call: 'listCustomers', method: 'GET', path: '/api/admin/customers' })
    id = safeParse(Customers, page?.body).data?.[0]?.id
  }
  const path = `/api/admin/customers/${id}`
  const say = async (body: { readonly licenseStatus: string; readonly reason?: string }) => {
    const asked = { id, status: body.licenseStatus }
    const said = { call: 'changeLicenceStatus', method: 'PUT', path: `${path}/license-status`, body, asked } as const
    answered(await clerk.command(said), 200)
  }
  await say({ licenseStatus: 'verified' })
  await say({ licenseStatus: 'refused', reason: 'It is too dark.' })
  const hidden = `${path}/hide-from-customers-page`
  answered(await clerk.command({ call: 'hideCustomer', method: 'PATCH', path: hidden, asked: { id } }), 200)
}

async function keepFree(clerk: Browser, turnaroundDays: number): Promise<void> {
  const path = '/api/admin/business/settings'
  const now = answered(await clerk.ask({ call: 'settings', method: 'GET', path }), 200)
  const body = { ...BusinessSettings.parse(now.body), turnaroundDays }
  answered(await clerk.command({ call: 'saveSettings', method: 'PUT', path, body }), 200)
}

function answered(answer: Answer | undefined, status: number): Answer {
  if (answer?.status !== status) throw new Error(`${answer?.status} instead of ${status}: ${answer?.text}`)
  return answer
}

async function killQuery(platform: Platform): Promise<Line> {
  const [query] = platform.all('query')
  const startedAt = Date.now()
  await query?.kill()
  await query?.start()
  return { kind: 'fault', id: '1', name: 'kill', target: 'query', place: 'query', startedAt, endedAt: Date.now() }
}

/** Seals what is new. The workers' own sealer takes half a minute between two seals; two are needed for one to follow. */
async function sealAll({ eventLog, log }: Platform, seed: string): Promise<void> {
  const sealing = new AbortController()
  const sealer = { eventLog, key: sealKey(seed), file: undefined, appVersion: '1.0.0', log, now: clock, every: 20 }
  const sealed = runSealer(sealer, sealing.signal)
  const keys = publicKeys([publicKeyOf(seed)])
  const isSealed = async () =>
    (await checkLog({ log: eventLog, publicKeys: keys, file: undefined, isDense: true })).unsealed === 0
  while (!(await isSealed())) await delay(20)
  sealing.abort()
  await sealed
}

const clock = () => new Date()
