import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_TIME_ZONE, todayIn } from '@forecourt/domain/civil-date.ts'
import { instantOf } from '@forecourt/domain/instant.ts'
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
import { Client } from '../../tests/system/support/client.ts'
import {
  type DatabaseAddresses,
  type Platform,
  PUBLIC_URL,
  startPlatform,
} from '../../tests/system/support/platform.ts'
import { onboard, type Tenant } from '../../tests/system/support/tenant.ts'
import { missingIn } from '../checker/contracts.ts'
import { documentsIn } from '../checker/documents.ts'
import type { Sources } from '../checker/gather.ts'
import type { History, Line } from '../history.ts'
import { historyOf } from '../history-file.ts'
import { openBrowser } from '../load/browser.ts'
import { LATEST, readWholeList } from '../load/lists.ts'
import { readPortal } from '../load/portal.ts'
import { readScreens, type Screens } from '../load/screens.ts'
import { addTrainee } from '../load/trainee.ts'
import { heldPdf, heldPicture } from '../load/upload.ts'
import { canaryOf } from '../witness.ts'
import { contractsRead, contractsSigned } from './good-contracts.ts'
import { dayOf } from './good-day.ts'
import { type Business, looked, shownTo } from './good-steps.ts'

/** A run in which nothing went wrong, on the real processes: what it left behind is what a checker must have no word against. */
export interface GoodRun extends AsyncDisposable {
  readonly history: History
  readonly sources: Sources
}

/** The businesses, and what each has of a contract on paper. */
const PAPERS = [
  ['harbour', heldPicture({ width: 90, height: 110, colour: [3, 1, 2] })],
  ['northern', heldPdf(1)],
] as const

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
    PAPERS.map(async ([word, paper]): Promise<Business> => {
      const canary = canaryOf(word)
      const tenant = await onboard(platform, 2, { vehicle: (index) => ({ name: `Golf ${index + 1} ${canary}` }) })
      const { businessId, credentials } = tenant
      const browserOf = (name: string, who: Pick<Parameters<typeof openBrowser>[1], 'actor' | 'credentials'>) =>
        openBrowser(new Client(() => [url]), { name: `${name} of ${canary}`, businessId, ...who }, history)
      const renter = browserOf('renter', { actor: 'visitor' })
      const clerk = browserOf('clerk', { actor: 'member', credentials })
      const trainee = await addTrainee(platform, tenant)
      const [telephone, tablet] = [
        browserOf('trainee’s telephone', { actor: 'member' }),
        browserOf('trainee’s tablet', { actor: 'member' }),
      ]
      return { tenant, canary, paper, renter, clerk, trainee, telephone, tablet }
    }),
  )
  if (harbour === undefined || northern === undefined) throw new Error('there are two businesses')
  // Nobody is told that there is no such business because its row is some milliseconds behind.
  await rowsFollow(platform)
  const witnessed = [harbour, northern].map(({ canary, tenant }) => ({ canary, ...publicOf(tenant) }))
  history.write({ kind: 'beginning', seed: 1, at: Date.now(), tenants: witnessed })
  const [theirs, others] = await Promise.all([dayOf(platform, harbour), dayOf(platform, northern)])
  await Promise.all([looked(harbour.clerk, others.licence, 404), looked(northern.clerk, theirs.licence, 404)])
  await sealAll(platform, seed)
  history.write(await killQuery(platform))
  await Promise.all([harbour, northern].map(({ clerk }) => shownTo(clerk, LATEST)))

  await comes(async () => mailsDueIn(await platform.recorded()) === 0, 'some mails are due')
  await comes(async () => missingIn(await platform.recorded()).length === 0, 'some contracts are due')
  const contracts = documentsIn(await platform.recorded())
  await Promise.all([contractsSigned(harbour, theirs, contracts), contractsSigned(northern, others, contracts)])
  await comes(async () => missingIn(await platform.recorded()).length === 0, 'some copies are due')
  const made = documentsIn(await platform.recorded())
  await Promise.all([contractsRead(harbour, northern, made), contractsRead(northern, harbour, made)])
  await Promise.all([harbour, northern].map(({ clerk }) => readWholeList(clerk)))
  await rowsFollow(platform)
  await Promise.all([harbour, northern].map(({ renter, tenant }) => readPortal(renter, tenant)))
  await comes(async () => mailsDueIn(await platform.recorded()) === 0, 'some mails with copies are due')
  await Promise.all(
    ['command' as const, 'workers' as const].flatMap((name) => platform.all(name).map((one) => one.stop())),
  )
  await sealAll(platform, seed)
  await rowsFollow(platform)
  const today = todayIn(DEFAULT_TIME_ZONE, instantOf(Date.now()))
  const screensAreSeen = async (screens: Screens) =>
    await Promise.all([harbour, northern].map(({ clerk }) => readScreens(clerk, screens, today)))
  await screensAreSeen('kept')
  await killQuery(platform)
  await screensAreSeen('afresh')
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
      isDense: true,
      openStorage: () => ({ ...platform.storage, close: () => {} }),
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

/** Waits until the rows show all that is in the log. */
async function rowsFollow({ eventLog, pool }: Platform): Promise<void> {
  const head = await eventLog.head()
  // They may be past it: mails that are sent meanwhile are in the log, too.
  await comes(async () => ((await readCheckpoint(pool, LIVE))?.position ?? 0n) >= head, 'the rows lag behind')
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
