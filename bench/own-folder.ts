import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import { endLeftoverServer } from '@forecourt/infra/embedded/postgres-leftover.ts'
import { endProcess, identify, isRunning, type ProcessIdentity } from '@forecourt/infra/embedded/processes.ts'
import { reasonOf } from '@forecourt/kit/system-error.ts'

const PREFIX = 'forecourt-bench-'
const OWNER = 'owner'

/**
 * A folder for all that is there only while something is measured: databases, mails, checkouts. Each benchmark is given a
 * part of it as its folder for temporary files; by that it is found what a benchmark that was killed has left running.
 */
export interface OwnFolder extends Disposable {
  readonly path: string
}

/**
 * In the environment of every process that a benchmark starts and that is given none of its own. Those of the product that
 * have a data folder are known by that.
 */
export const MARK: Readonly<Record<string, string>> = { TMPDIR: tmpdir() }

/** @throws {Error} in one sentence, when there is no place for it */
export function makeOwnFolder(): OwnFolder {
  try {
    const path = mkdtempSync(join(tmpdir(), PREFIX))
    writeFileSync(join(path, OWNER), JSON.stringify(identify(process.pid)))
    return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
  } catch (cause) {
    throw new Error(
      `The folder for temporary files, ${tmpdir()}, cannot be used: ${reasonOf(cause)}. TMPDIR names another one.`,
      { cause },
    )
  }
}

/** Ends and deletes what runs have left that were killed together with their benchmarks. */
export async function clearAfterKilled(parent = tmpdir()): Promise<void> {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(parent, name)
    const owner = readIdentity(join(folder, OWNER))
    if (owner === undefined || isRunning(owner)) continue
    await clear(folder)
  }
}

/**
 * Ends what works in the folder, which nobody needs any more, and deletes it: for a benchmark that came to its end there is
 * nothing left to do.
 * @throws CannotStart when a server does not end
 */
export async function clear(folder: string): Promise<void> {
  // A runner that is ended last starts again what was ended before it.
  for (let left = startedIn(folder); left.length > 0; left = startedIn(folder))
    await Promise.all(left.map((identity) => endProcess(identity, ['SIGTERM', 'SIGKILL'], PATIENCE_MS)))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (basename(file) === 'postmaster.pid') await endLeftoverServer(dirname(join(folder, file)))
  rmSync(folder, { recursive: true, force: true })
}

/** As long as the product takes to end its parts. */
const PATIENCE_MS = 15_000

/** The processes with the folder, or one in it, in their environment. Reads /proc: elsewhere than on Linux it finds none. */
function startedIn(folder: string): ProcessIdentity[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isMarked(name, folder))
    .flatMap((name) => identify(Number(name)) ?? [])
}

function isMarked(pid: string, folder: string): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return environment.some((line) => /^(TMPDIR|FORECOURT_DATA)=/.test(line) && line.includes(`=${folder}`))
  } catch {
    return false // it is gone, or another user's
  }
}
