import { CUSTOMER_STREAMS } from '@forecourt/domain/streams.ts'
import { type Command, type Progress, type Result, StoppedError } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { isOpenedBy } from '../privacy/opened-by.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { putBack } from './put-back.ts'
import { putVaultBack } from './put-vault-back.ts'
import { endBookAfterRestore } from './rewind.ts'

/** `forecourt restore`: a back-up into an empty installation, or its vault into one that has lost its own. */
export const restore: Command = {
  name: 'restore',
  summary: 'put a back-up into an empty, migrated database and an empty bucket, or a lost vault back',
  operands: ['BACKUP'],
  example: 'forecourt restore /backups/2026-03-03',
  explained: [
    ['BACKUP', 'folder that "forecourt backup" has made'],
    ['--vault', 'only the keys of people that are missing, while everybody works; all else stays as it is'],
  ],
  options: { vault: { type: 'boolean' } },
  async run(given, platform, progress) {
    const folder = given.operand('BACKUP')
    const manifest = readManifest(folder)
    return given.flag('vault')
      ? await vaultAlone(folder, manifest, platform, progress)
      : await all(folder, manifest, platform, progress)
  },
}

async function all(folder: string, manifest: Manifest, platform: Platform, progress: Progress): Promise<Result> {
  const storage = platform.openStorage()
  try {
    await putBack(folder, manifest, { databaseUrl: platform.databaseUrl, storage }, progress)
  } finally {
    storage.close()
  }
  // Where the events did not come along they are of another time than the rows.
  const undone = manifest.hasLog ? undefined : await endBookAfterRestore(platform.pool, platform.core.log, progress)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    sentences: [
      `${rows} rows and ${manifest.objects.count} files are what they were at ${manifest.takenAt}.`,
      ...(undone === undefined
        ? []
        : [
            `The workers' book does not end where the log does yet (${undone}): "forecourt rewind" before anything starts.`,
          ]),
      'Next: "forecourt privacy reapply", start the projector, then "forecourt diff" and "forecourt verify".',
    ],
    facts: { takenAt: manifest.takenAt, rows, files: manifest.objects.count, head: manifest.head },
    amiss: undone !== undefined,
  }
}

async function vaultAlone(folder: string, manifest: Manifest, platform: Platform, progress: Progress): Promise<Result> {
  const erased = await erasedCustomers(platform, progress)
  const { databaseUrl, masterKeys } = platform
  const opens = (subjectId: string, wrapped: Uint8Array) => isOpenedBy(masterKeys, subjectId, wrapped)
  const put = await putVaultBack(folder, manifest, { databaseUrl, erased, opens }, progress)
  const { back, kept, beside, erased: gone, filesMissing } = put
  return {
    sentences: [
      `${back} rows of the vault that were missing are what they were at ${manifest.takenAt}.`,
      ...(beside === 0
        ? []
        : [`${beside} people have come again since: what was before can be read again, beside what came since.`]),
      ...(kept === 0 ? [] : [`${kept} others of the back-up are there, or newer ones in their place: those stay.`]),
      ...(gone === 0 ? [] : [`${gone} are of people who were erased since: they stay away.`]),
      ...(filesMissing === 0
        ? []
        : [
            `${filesMissing} files that the vault knew are not in this back-up, and none is deleted meanwhile: a newer one, or "forecourt accept-loss".`,
          ]),
      'Next: restart the services, which keep what they know of people in memory, then "forecourt rebuild", so that the',
      'screens show them again, and "forecourt privacy reapply", for whoever was erased while this was at work.',
    ],
    facts: { takenAt: manifest.takenAt, ...put },
  }
}

/** Of whom the log says that they were erased. */
async function erasedCustomers({ core }: Platform, progress: Progress): Promise<string[]> {
  const erased: string[] = []
  for await (const { type, stream } of core.log.readAll('start', { prefixes: [CUSTOMER_STREAMS] })) {
    if (progress.signal.aborted) throw new StoppedError('stopped: run the same command again')
    if (type === 'CustomerErased') erased.push(stream.slice(CUSTOMER_STREAMS.length))
  }
  return erased
}
