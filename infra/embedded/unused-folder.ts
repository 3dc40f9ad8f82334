import { type Dirent, existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What a start writes before anything is sealed or stored: it would be made anew. */
const WORTHLESS = ['secrets.json', 'environment']

/**
 * Removes what is in a data folder that its start has made and that nothing was sealed with, while that start has it. One that
 * holds anything else stays as it is, and so do its secrets.
 */
export function removeUnused(dataFolder: string): void {
  if (!existsSync(dataFolder)) return
  const all = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
  const isExpected = ({ name, parentPath }: Dirent) =>
    parentPath === dataFolder && [...WORTHLESS, 'lock'].includes(name)
  if (!all.every((entry) => entry.isDirectory() || isExpected(entry))) return
  for (const name of WORTHLESS) rmSync(join(dataFolder, name), { force: true })
  removeEmpty(all.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name)))
}

/** Removes those of the folders that are empty. @param folders each before those that are in it */
export function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder)
    } catch {
      // Somebody has put something in it, or was faster.
    }
  }
}
