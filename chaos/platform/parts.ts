import { join } from 'node:path'
import { type MailPart, openDatabase, type StoragePart } from '@forecourt/infra/embedded/parts.ts'
import { readPid } from '@forecourt/infra/embedded/postgres-leftover.ts'
import { migrateDatabase } from '@forecourt/infra/embedded/prepare-database.ts'
import type { Secrets } from '@forecourt/infra/embedded/secrets.ts'
import type { Settings } from '@forecourt/infra/embedded/settings.ts'
import type { FaultName } from '../history.ts'
import { mailServer, objectStorage } from './embedded-parts.ts'
import { type Intention, intention } from './intention.ts'
import type { OwnServer, OwnServerName, Program } from './own-server.ts'
import { type DISKS, diskIn, mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** What the processes of a platform stand on. */
export interface Parts extends AsyncDisposable {
  readonly database: Awaited<ReturnType<typeof openDatabase>>
  readonly storage: StoragePart
  readonly mail: MailPart
  readonly servers: Readonly<Record<Extract<OwnServerName, 'mail server' | 'object storage'>, OwnServer>>
  readonly disks: Readonly<Partial<Record<(typeof DISKS)[number], SmallDisk>>>
  /** Disks that cannot be full here, and why. */
  readonly impossible: ReadonlyMap<FaultName, string>
  /** Who ends the database's server on purpose says so first. */
  readonly databaseEnding: Intention
  /** The process id of the database's server; undefined when there is none at the moment. */
  databaseServer(): number | undefined
}

interface Wishes {
  readonly folder: string
  readonly smallDisks: boolean
  readonly say: (line: string) => void
  /** Starts a server and keeps it running. */
  readonly keep: (program: Program) => Promise<OwnServer>
  /** Told when the database's server has ended though nobody had ended it. */
  readonly crashed: () => void
  readonly stop: AbortSignal
}

/** The server behind it is. */
const ENDED_ELSEWHERE = { [Symbol.asyncDispose]: async () => {} }

/** Opens database, storage and mail server, each of the first two on a small disk where that is wished for and possible. */
export async function openParts(
  settings: Settings,
  secrets: Secrets,
  { folder, smallDisks, say, keep, crashed, stop }: Wishes,
): Promise<Parts> {
  await using opened = new AsyncDisposableStack()
  const impossible = new Map<FaultName, string>()
  const disks: { database?: SmallDisk; storage?: SmallDisk } = {}
  const placeOf = (name: keyof typeof disks): string => {
    const disk = smallDisks ? mountSmallDisk(diskIn(folder, name)) : 'the disk is a real one this time'
    if (typeof disk === 'string') {
      impossible.set('full-disk', disk)
      return folder
    }
    disks[name] = opened.use(disk)
    return disk.folder
  }
  const databaseFolder = placeOf('database')
  const { S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: secretKey } = secrets
  const inStorage = join(placeOf('storage'), 'objects')
  const { S3_BUCKET: bucket } = settings.given
  const servers = {
    'mail server': opened.use(await keep(mailServer(join(folder, 'mails')))),
    'object storage': opened.use(await keep(objectStorage({ dataFolder: inStorage, keyId, secretKey, bucket }))),
  }
  const mail = { url: `smtp://127.0.0.1:${servers['mail server'].port}`, ...ENDED_ELSEWHERE }
  const storage = {
    endpoint: `http://127.0.0.1:${servers['object storage'].port}`,
    publicEndpoint: settings.publicUrl,
    keyId,
    secretKey,
    embedded: true,
    ...ENDED_ELSEWHERE,
  }
  const databaseEnding = intention()
  const database = opened.use(
    await openDatabase({ ...settings, dataFolder: databaseFolder }, secrets, say, () => {
      const wasMeant = databaseEnding.wasMeant()
      if (!wasMeant) crashed()
      return wasMeant
    }),
  )
  stop.throwIfAborted()
  await migrateDatabase(database, secrets)
  stop.throwIfAborted()
  const owned = opened.move()
  return {
    database,
    storage,
    mail,
    servers,
    disks,
    impossible,
    databaseEnding,
    databaseServer() {
      // A server that is just coming up has the file, with nothing in it yet: 0 would be this process's own group.
      const pid = readPid(join(databaseFolder, 'postgres', 'postmaster.pid'))
      return pid === undefined || pid === 0 ? undefined : pid
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
