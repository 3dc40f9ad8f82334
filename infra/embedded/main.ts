import { banner } from './banner.ts'
import { lockDataFolder, openDataFolder } from './data-folder.ts'
import { seedDemo } from './demo-data.ts'
import { describeFailure } from './failure.ts'
import { createGateway, listen } from './gateway.ts'
import { openDatabase, openMail, openStorage } from './parts.ts'
import { migrateDatabase } from './prepare-database.ts'
import { createProgress } from './progress.ts'
import { keepSecrets } from './secrets.ts'
import { endServicesOf, environmentOf, publishEnvironment, type Services, startServices } from './services.ts'
import { readSettings } from './settings.ts'
import { askedToStop } from './stop-signal.ts'
import { buildWeb, WEB_DIST } from './web-build.ts'

/** `npm start`: the whole product on one machine, from one data folder, behind one address. */
async function main(stop: AbortSignal): Promise<void> {
  const began = performance.now()
  const progress = createProgress(console.log)
  // Whatever was opened is closed again in the opposite order, also when a later step fails or somebody presses Ctrl-C.
  await using opened = new AsyncDisposableStack()

  const settings = readSettings(process.env)
  const { dataFolder } = settings
  openDataFolder(dataFolder)
  opened.defer(lockDataFolder(dataFolder))
  const secrets = keepSecrets(dataFolder, process.env)
  await endServicesOf(dataFolder)

  let services: Services | undefined
  let ready = false
  const mail = opened.use(await openMail(settings))
  const storage = opened.use(await openStorage(settings, secrets, progress.say))
  const gateway = createGateway({
    publicUrl: settings.publicUrl,
    webFolder: WEB_DIST,
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
  await progress.step('migrations', () => migrateDatabase(database, secrets))
  stop.throwIfAborted()

  const environment = environmentOf(settings, secrets, database, storage, mail)
  publishEnvironment(dataFolder, environment)
  const preparing = new AbortController()
  opened.defer(() => preparing.abort())
  const prepared = Promise.all([
    progress.step('demo data', () => seedDemo(settings, environment, AbortSignal.any([stop, preparing.signal]))),
    progress.step('web app', () => buildWeb()),
  ])
  prepared.catch(() => preparing.abort()) // told below, once the services are in our hands
  services = opened.use(await progress.step('services', () => startServices(dataFolder, environment, progress)))
  await prepared
  stop.throwIfAborted()

  ready = true
  console.log(banner(settings, (performance.now() - began) / 1000))
  await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }))
  console.log('Stopping …')
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
