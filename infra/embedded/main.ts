import { giveMemoryBack } from '@forecourt/kit/give-memory-back.ts'
import { banner } from './banner.ts'
import { CannotStart } from './cannot-start.ts'
import { lockDataFolder, openDataFolder } from './data-folder.ts'
import { seedDemo } from './demo-data.ts'
import { describeFailure } from './failure.ts'
import { createGateway, listen } from './gateway.ts'
import { openDatabase, openMail, openStorage, type StoragePart } from './parts.ts'
import { migrateDatabase } from './prepare-database.ts'
import { createProgress } from './progress.ts'
import { screensShowLog } from './screens.ts'
import { keepSecrets } from './secrets.ts'
import { endServicesOf, environmentOf, publishEnvironment, type Services, startServices } from './services.ts'
import { readSettings, type Settings } from './settings.ts'
import { askedToStop, unlessStopped } from './stop-signal.ts'
import { removeEmpty, removeUnused } from './unused-folder.ts'
import { buildWeb, WEB_DIST } from './web-build.ts'

/** `npm start`: the whole product on one machine, from one data folder, behind one address. */
async function main(stop: AbortSignal): Promise<void> {
  const began = performance.now()
  const progress = createProgress(console.log)
  // Whatever was opened is closed again in the opposite order, also when a later step fails or somebody presses Ctrl-C.
  await using opened = new AsyncDisposableStack()

  if (process.argv.length > 2)
    throw new CannotStart('There are no options: settings are variables, as in PORT=3001 npm start')
  const settings = readSettings(process.env)
  const { dataFolder } = settings
  const made = openDataFolder(dataFolder)
  opened.defer(() => removeEmpty(made))
  opened.defer(lockDataFolder(dataFolder))
  let isUsed = !made.includes(dataFolder)
  opened.defer(() => {
    if (!isUsed) removeUnused(dataFolder)
  })
  const secrets = keepSecrets(dataFolder, process.env)
  await endServicesOf(dataFolder)

  let services: Services | undefined
  let isBuilt = false
  let ready = false
  const mail = opened.use(await openMail(settings))
  const storage = opened.use(await openStorage(settings, secrets, progress.say))
  const gateway = createGateway({
    publicUrl: settings.publicUrl,
    webFolder: WEB_DIST,
    isBuilt: () => isBuilt,
    query: () => services?.all.query.url(),
    command: () => services?.all.command.url(),
    ...(storage.embedded
      ? { storage: { bucket: settings.given.S3_BUCKET, url: () => storage.endpoint }, uploadOrigins: [] }
      : { uploadOrigins: [new URL(storage.publicEndpoint).origin] }),
    ...(mail.inbox === undefined ? {} : { inbox: mail.inbox }),
    isReady: () =>
      ready && services !== undefined && Object.values(services.all).every((service) => service.url() !== undefined),
  })
  const front = await listen(gateway, settings.port)
  const database = opened.use(await progress.step('PostgreSQL', () => openDatabase(settings, secrets, progress.say)))
  opened.defer(() => front.close())
  const environment = environmentOf(settings, secrets, database, storage, mail)
  publishEnvironment(dataFolder, environment)
  await unlessStopped(stop, () => progress.step('migrations', () => migrateDatabase(database, secrets)))
  if (!storage.embedded) await unlessStopped(stop, () => prepareGiven(storage, settings))

  isUsed = true // from here on events are sealed with its secrets
  const preparing = new AbortController()
  opened.defer(() => preparing.abort())
  const prepared = Promise.all([
    progress.step('demo data', () => seedDemo(settings, environment, AbortSignal.any([stop, preparing.signal]))),
    progress.step('web app', async () => {
      await buildWeb()
      isBuilt = true
    }),
  ])
  prepared.catch(() => preparing.abort()) // told below, once the services have ended
  const giveUp = AbortSignal.any([stop, preparing.signal])
  const started = progress.step('services', () => startServices(dataFolder, environment, progress, giveUp))
  services = opened.use(await started.catch((cause: unknown) => causeOf(cause, prepared, preparing.signal)))
  await unlessStopped(stop, () => prepared)
  // Positions of a log elsewhere are not known here.
  if (settings.given.EVENTSTORE_URL === undefined) {
    const shown = await unlessStopped(stop, () => progress.step('screens', () => screensShowLog(database.url, stop)))
    if (!shown) progress.say('The screens do not show all of the log yet: npm run forecourt -- lag')
  }
  stop.throwIfAborted()

  ready = true
  console.log(banner(settings, (performance.now() - began) / 1000))
  // What preparing has left is of no use: this process only passes bytes on from here on.
  giveMemoryBack({ rest: settings.given.MEMORY_REST_SECONDS * 1_000 })
  await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  console.log('Stopping …')
}

/** The bucket of a storage that was given by its address. The library is loaded for this alone. */
async function prepareGiven(storage: StoragePart, { given }: Settings): Promise<void> {
  const { prepareStorage } = await import('./prepare-storage.ts')
  await prepareStorage({
    endpoint: storage.endpoint,
    region: given.S3_REGION,
    accessKeyId: storage.keyId,
    secretAccessKey: storage.secretKey,
    bucket: given.S3_BUCKET,
  })
}

/** Services that were stopped because what is prepared beside them failed have nothing to say about the reason. */
async function causeOf(cause: unknown, prepared: Promise<unknown>, failed: AbortSignal): Promise<never> {
  if (failed.aborted) await prepared
  throw cause
}

const stop = askedToStop()
try {
  await main(stop)
} catch (error) {
  if (!stop.aborted) {
    console.error(`✗ ${describeFailure(error)}`)
    process.exitCode = 1
  }
}
process.exit()
