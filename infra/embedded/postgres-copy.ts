import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Sees to a copy of a folder that every user can read, whatever the umask that its files were made under.
 * @param isUsable whether the user for whom it is made can work with a copy: one that he cannot is made again
 */
export function copyForEverybody(folder: string, copy: string, isUsable: (copy: string) => boolean): void {
  if (isTrusted(copy) && isUsable(copy)) return
  const half = `${copy}.${process.pid}`
  rmSync(half, { recursive: true, force: true })
  cpSync(folder, half, { recursive: true, verbatimSymlinks: true })
  openForReading(half)
  rmSync(copy, { recursive: true, force: true })
  try {
    renameSync(half, copy)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    // Another start was faster, and made the same.
    if (!isTrusted(copy) || !isUsable(copy)) throw error
  }
}

/** Whoever may write to /var/tmp could have laid a folder there for root to run: trust only one's own. */
function isTrusted(copy: string): boolean {
  return existsSync(copy) && lstatSync(copy).isDirectory() && lstatSync(copy).uid === process.getuid?.()
}

/** As `chmod -R a+rX`. */
function openForReading(folder: string): void {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const path of [folder, ...entries.map((entry) => join(folder, entry))]) {
    const stats = lstatSync(path)
    if (stats.isSymbolicLink()) continue
    const passable = stats.isDirectory() || (stats.mode & 0o111) !== 0
    chmodSync(path, (stats.mode & 0o7777) | (passable ? 0o555 : 0o444))
  }
}
