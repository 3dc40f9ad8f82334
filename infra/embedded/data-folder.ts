import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, whyNotUsable } from '@forecourt/kit/system-error.ts'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { identify, isRunning, type ProcessIdentity } from './processes.ts'
import { removeEmpty } from './unused-folder.ts'

/**
 * Makes sure that the data folder is there, ours to write and closed to other users: it holds secrets, licences and mails.
 * @returns the folders that were made for it, each before those that are in it; none when it was there
 * @throws CannotStart
 */
export function openDataFolder(folder: string): readonly string[] {
  const made = orRefuse(folder, 'made', () => make(folder))
  orRefuse(folder, 'written', () => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK))
  const { uid, mode } = statSync(folder)
  const user = process.getuid?.() ?? uid
  // Root may write into anybody's folder, but would leave files there that its owner can neither read nor delete.
  if (uid !== user) {
    throw new CannotStart(`The data folder ${folder} belongs to another user: run as that user, or set FORECOURT_DATA.`)
  }
  if ((mode & 0o077) !== 0) close(folder, uid)
  return made
}

function orRefuse<Result>(folder: string, done: 'made' | 'written', work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    const why = whyNotUsable(folder, cause)
    throw new CannotStart(`The data folder ${folder} cannot be ${done}: ${why}. FORECOURT_DATA names another one.`, {
      cause,
    })
  }
}

/**
 * Makes the folder and those above it, one by one: Node's own `recursive` never ends below /proc, where a parent is there and
 * a folder in it is answered as if it were not.
 * @returns those that it has made
 * @throws the system's error
 */
function make(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return []
  const above = dirname(folder)
  const made = above === folder ? [] : make(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
    return [...made, folder]
  } catch (error) {
    // Somebody else may have made it a moment ago.
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return made
    removeEmpty(made)
    throw error
  }
}

/** Only a folder of our own: somebody who names /tmp or a home folder does not mean that it be closed to everybody else. */
function close(folder: string, owner: number): void {
  const entries = readdirSync(folder)
  if (entries.length > 0 && !entries.includes('secrets.json')) {
    throw new CannotStart(
      `The data folder ${folder} is open to other users and holds something else: set FORECOURT_DATA to a folder of its own.`,
    )
  }
  // A database that runs as the user nobody has to get through to its files.
  const database = statSync(join(folder, 'postgres'), { throwIfNoEntry: false })
  chmodSync(folder, database === undefined || database.uid === owner ? 0o700 : 0o711)
}

/**
 * Takes the data folder for this process and returns how to give it back. What a killed process left locked is taken over.
 * @throws CannotStart when another run has it
 */
export function lockDataFolder(folder: string): () => void {
  const lock = join(folder, 'lock')
  const mine = join(folder, `lock.${process.pid}`)
  writeFileSync(mine, JSON.stringify(identify(process.pid)))
  try {
    // A hard link exists whole or not at all, and fails when somebody else was faster.
    while (!linked(mine, lock)) {
      const holder = readIdentity(lock)
      if (holder !== undefined && isRunning(holder)) {
        throw new CannotStart(
          `Forecourt runs on ${folder} already (process ${holder.pid}): stop it first, or set PORT and FORECOURT_DATA for a second one.`,
        )
      }
      removeStale(lock, holder)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return () => rmSync(lock, { force: true })
}

const Identity = z.object({ pid: z.number().int().positive(), startedAt: z.string() })

/** Which process wrote this file; undefined when it is missing or was cut off half written. */
export function readIdentity(file: string): ProcessIdentity | undefined {
  try {
    return Identity.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * By renaming it first: of two that find it stale, only one removes it. Whoever is slower may rename away what the other has
 * put in its place meanwhile: that is put back.
 * @param found whose lock was found stale; undefined: it could not be read
 */
export function removeStale(lock: string, found: ProcessIdentity | undefined): void {
  const aside = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, aside)
    const taken = readIdentity(aside)
    if (taken?.pid !== found?.pid || taken?.startedAt !== found?.startedAt) linked(aside, lock)
    rmSync(aside)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
