import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endLeftoverServer } from '@forecourt/infra/embedded/postgres-leftover.ts'
import { endServicesOf } from '@forecourt/infra/embedded/services.ts'
import { DISKS, diskIn, mountedIn, unmount } from './small-disk.ts'

/**
 * Runs beside a platform, with its folder, and outlives whoever started it by a moment: when they are gone and had not ended
 * what they had started (`kill -9`), it ends the services, the database and other servers, takes the disks away and removes the folder.
 * Services and database know of nobody and are groups of their own, so no signal does that.
 */
const [, , folder] = process.argv
if (folder === undefined) throw new Error('which folder?')
if (process.connected) await once(process, 'disconnect')

await endServicesOf(folder)
for (const place of [folder, ...DISKS.map((name) => diskIn(folder, name))]) {
  await endLeftoverServer(join(place, 'postgres')).catch((error: unknown) => console.error(error))
}
for (const disk of mountedIn(folder)) {
  // A server that had no time yet to say that it is one ends when it does not find its files.
  for (const name of readdirSync(disk)) remove(join(disk, name))
  unmount(disk)
}
remove(folder)

/** Whoever is about to end may write there still. */
function remove(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
