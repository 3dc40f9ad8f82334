import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { RefusedError } from './command.ts'

/**
 * A folder that a command writes: it is there whole or not at all. It is filled under another name beside its place, by
 * nobody readable but its owner.
 * @param out where it is to be; a slash at its end means nothing
 * @throws {RefusedError} there is something of that name already, or no folder can be made there
 */
export async function inNewFolder<Result>(out: string, fill: (folder: string) => Promise<Result>): Promise<Result> {
  const place = resolve(out)
  refuseOld(out)
  const part = beginBeside(place)
  try {
    const result = await fill(part)
    renameSync(part, place)
    return result
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function beginBeside(place: string): string {
  try {
    makeFolder(dirname(place))
    return mkdtempSync(`${place}.part-`)
  } catch (error) {
    throw new RefusedError('folder-impossible', `no folder can be made there: ${inWords(error)}`)
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

const inWords = (error: unknown) => (error instanceof Error ? error.message : String(error))

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
