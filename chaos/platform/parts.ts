import { join } from 'node:path'
import { openDatabase, openMail, openStorage } from '@forecourt/infra/embedded/parts.ts'
import { readPid } from '@forecourt/infra/embedded/postgres-leftover.ts'
import { migrateDatabase } from '@forecourt/infra/embedded/prepare-database.ts'
import type { Secrets } from '@forecourt/infra/embedded/secrets.ts'
import type { Settings } from '@forecourt/infra/embedded/settings.ts'
import type { FaultName } from '../history.ts'
import { type Intention, intention } from './intention.ts'
import { type DISKS, diskIn, mountSmallDisk, type SmallDisk } from './small-disk.ts'

/** What the processes of a platform stand on. */
export interface Parts extends AsyncDisposable {
  readonly database: Awaited<ReturnType<typeof openDatabase>>
  readonly storage: Awaited<ReturnType<typeof openStorage>>
  readonly mail: Awaited<ReturnType<typeof openMail>>
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
  /** Told when the database's server has ended though nobody had ended it. */
  readonly crashed: () => void
  readonly stop: AbortSignal
}

/** Opens database, storage and mail server, each of the first two on a small disk where that is wished for and possible. */
export async function openParts(
  settings: Settings,
  secrets: Secrets,
  { folder, smallDisks, say, crashed, stop }: Wishes,
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
  const mail = opened.use(await openMail(settings))
  const storage = opened.use(await openStorage({ ...settings, dataFolder: placeOf('storage') }, secrets, () => {}))
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
