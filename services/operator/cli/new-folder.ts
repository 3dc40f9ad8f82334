import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'
import { codeOf, reasonOf, whyNotUsable } from '@forecourt/kit/system-error.ts'
import { RefusedError, UsageError } from './command.ts'

/**
 * A folder that a command writes: it is there whole or not at all. It is filled under another name beside its place, by
 * nobody readable but its owner.
 * @param out where it is to be; a slash at its end means nothing
 * @throws {RefusedError} there is something of that name already
 * @throws {UsageError} no folder can be made there
 * @throws {Error} it cannot be filled to its end, as when the disk is full: that in words; and whatever `fill` throws
 */
export async function inNewFolder<Result>(out: string, fill: (folder: string) => Promise<Result>): Promise<Result> {
  const place = resolve(out)
  refuseOld(out)
  const part = beginBeside(place)
  try {
    const result = await fill(part)
    renameSync(part, place)
    return result
  } catch (error) {
    if (isOfDisk(error, part)) throw new Error(`${out} cannot be written: ${reasonOf(error)}`, { cause: error })
    throw error
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Whether it is the new folder that cannot be written; a database that goes away ends the filling, too. */
const isOfDisk = (error: unknown, part: string) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS'].includes(codeOf(error)) ||
  (error instanceof Error && 'path' in error && `${String(error.path)}${sep}`.startsWith(part + sep))

/** Nothing is wrong with the installation, and no waiting helps: another place has to be named. */
const WRONG_PLACE = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG', 'ELOOP']

function beginBeside(place: string): string {
  try {
    makeFolder(dirname(place))
    return mkdtempSync(`${place}.part-`)
  } catch (error) {
    const message = `${place} cannot be written: ${whyNotUsable(place, error)}`
    if (WRONG_PLACE.includes(codeOf(error))) throw new UsageError(message)
    throw new Error(message, { cause: error })
  }
}

/**
 * Makes a folder and those that it is to be in. One by one: asked for all of them at once, Node looks for ever for one that it
 * may begin with where a file system knows no new names (such as /proc).
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Somebody else has made it meanwhile.
    if (!existsSync(path)) throw error
  }
}

/** Before anything else is looked at. @throws {RefusedError} there is something of that name already */
export function refuseOld(out: string): void {
  if (isTaken(out.replace(/\/+$/, '') || '/'))
    throw new RefusedError('folder-exists', `${out} is there already: name a new folder`)
}

/** Also by a link that leads nowhere. What cannot be looked at cannot be made either: that is said then. */
function isTaken(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}
