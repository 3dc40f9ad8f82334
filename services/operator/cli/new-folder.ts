import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { RefusedError } from './command.ts'

/**
 * A folder that a command writes: it is there whole or not at all. It is filled under another name beside its place, by
 * nobody readable but its owner.
 * @param out where it is to be; a slash at its end means nothing
 * @throws {RefusedError} there is something of that name already
 */
export async function inNewFolder<Result>(out: string, fill: (folder: string) => Promise<Result>): Promise<Result> {
  const place = resolve(out)
  refuseOld(out)
  mkdirSync(dirname(place), { recursive: true })
  const part = mkdtempSync(`${place}.part-`)
  try {
    const result = await fill(part)
    renameSync(part, place)
    return result
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Before anything else is looked at. @throws {RefusedError} there is something of that name already */
export function refuseOld(out: string): void {
  if (existsSync(out)) throw new RefusedError('folder-exists', `${out} is there already: name a new folder`)
}
