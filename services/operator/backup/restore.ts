import type { Command } from '../cli/command.ts'
import { readManifest } from './manifest.ts'
import { putBack } from './put-back.ts'

/** `forecourt restore`: a back-up into an empty installation. */
export const restore: Command = {
  name: 'restore',
  summary: 'put a back-up into an empty, migrated database and an empty bucket',
  operands: ['BACKUP'],
  example: 'forecourt restore /backups/2026-03-03',
  explained: [['BACKUP', 'folder that "forecourt backup" has made']],
  options: {},
  async run(given, platform, progress) {
    const folder = given.operand('BACKUP')
    const manifest = readManifest(folder)
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
  },
}
