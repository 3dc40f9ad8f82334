import type { Command, Progress, Result } from '../cli/command.ts'
import type { Platform } from '../platform.ts'
import { type Manifest, readManifest } from './manifest.ts'
import { putBack, putVaultBack } from './put-back.ts'

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
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    sentences: [
      `${rows} rows and ${manifest.objects.count} files are what they were at ${manifest.takenAt}.`,
      'Next: "forecourt privacy reapply", start the projector, then "forecourt diff" and "forecourt verify".',
    ],
    facts: { takenAt: manifest.takenAt, rows, files: manifest.objects.count, head: manifest.head },
  }
}

async function vaultAlone(folder: string, manifest: Manifest, platform: Platform, progress: Progress): Promise<Result> {
  const { back, kept } = await putVaultBack(folder, manifest, platform.databaseUrl, progress)
  return {
    sentences: [
      `${back} rows of the vault that were missing are what they were at ${manifest.takenAt}.`,
      ...(kept === 0 ? [] : [`Beside ${kept} others of the back-up stand newer ones, or the same: those stay.`]),
      'Next: "forecourt privacy reapply" destroys the keys of those who were erased since; then restart the services, which',
      'keep what they know of people in memory, and "forecourt rebuild", so that the screens show them again.',
    ],
    facts: { takenAt: manifest.takenAt, back, kept },
  }
}
