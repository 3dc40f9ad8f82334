import { setTimeout as pause } from 'node:timers/promises'
import type { EventLog } from '@forecourt/event-log/port.ts'
import type { Vault } from '@forecourt/event-log/vault/vault.ts'
import type { Log } from '@forecourt/kit/logging.ts'
import { FINISHED, pathBelow, QUARANTINE, storagePrefix } from '@forecourt/kit/object-path.ts'
import type { ObjectStorage } from '@forecourt/kit/object-storage.ts'
import type { Queries } from '@forecourt/kit/postgres.ts'
import type { RightClock } from '../right-clock.ts'
import { acknowledgeAttachments } from './attachments.ts'
import { deleteLicencesPastDays, type LicenceRetention } from './licence-retention.ts'
import {
  condemnUnattached,
  condemnUnfollowed,
  expectComplete,
  markDeleted,
  RegisterIncomplete,
  rememberRows,
  toBeDeleted,
} from './register.ts'

export interface FileSweep {
  readonly eventLog: EventLog
  readonly vault: Pick<Vault, 'keysOf'>
  readonly database: Queries
  readonly storage: Pick<ObjectStorage, 'list' | 'delete'>
  readonly log: Log
  /** Whether the rows of files are committed in front of their events: so it is when the log is not in Postgres. */
  readonly rowsComeFirst: boolean
  readonly now?: () => Date
  /** Aborts when the process is to stop. */
  readonly ending?: AbortSignal
}

/** What a sweep did. */
export interface Swept {
  /** Files that came in and were never finished. */
  readonly unfinished: number
  /** Finished files that nothing refers to; nobody can use them from now on. */
  readonly condemned: number
  readonly deleted: number
  /** Could not be deleted, or looked at for it; they are tried again with the next sweep. */
  readonly failed: number
}

const HOUR = 3_600_000
/** Files never attached are deleted after 24 hours (decisions "Files"). */
const UNATTACHED_FOR = 24 * HOUR
/** Longer than any append can be on its way between the vault and a log elsewhere. */
const PATIENCE = HOUR
const PATHS_AT_ONCE = 500

/**
 * Deletes what was uploaded more than 24 hours ago and is attached to nothing. Whatever the order in which workers do
 * this, wherever one of them dies, and whoever attaches a file meanwhile: each step can be done again, and a file is
 * deleted only when its row in the vault says that nobody can attach it any more. What cannot be deleted, or read in the
 * log, is kept and stands in nothing else's way.
 * @throws {RegisterIncomplete} the vault has lost rows of files: of finished ones none is deleted until they are put back;
 *   the reason of `ending` when the process is to stop: what is left is for the next sweep
 */
export async function sweepFiles(sweep: FileSweep): Promise<Swept> {
  const { database, storage, rowsComeFirst, log, now = () => new Date(), ending } = sweep
  const at = now()
  const old = new Date(at.getTime() - UNATTACHED_FOR)
  const attempts = countingAttempts(log)
  for await (const { key, modifiedAt } of storage.list(QUARANTINE)) {
    ending?.throwIfAborted()
    if (modifiedAt < old) await attempts.at('unfinished', () => storage.delete(key))
  }

  await expectComplete(database)
  // First, so that what is condemned below is nothing that the log spoke of before.
  await acknowledgeAttachments(sweep)
  // Asking the log may have taken hours: what is condemned only now is left alone for the whole of PATIENCE.
  let condemned = rowsComeFirst ? await condemnUnfollowed(database, old, now()) : 0
  for await (const paths of oldFiles(storage, old, ending)) condemned += await condemnUnattached(database, paths, at)

  for (let after = ''; ; ) {
    const paths = await toBeDeleted(database, new Date(at.getTime() - PATIENCE), after)
    for (const path of paths) {
      ending?.throwIfAborted()
      await attempts.at('deleted', async () => {
        for await (const { key } of storage.list(storagePrefix(path))) await storage.delete(key)
        await markDeleted(database, path, at)
      })
    }
    const last = paths.at(-1)
    if (last === undefined) break
    after = last
  }
  await rememberRows(database)
  return { ...attempts.counts, condemned }
}

/** Things that are done one after the other, whether or not those before them could be. */
function countingAttempts(log: Log) {
  const counts = { unfinished: 0, deleted: 0, failed: 0 }
  return {
    counts,
    async at(what: 'unfinished' | 'deleted', attempt: () => Promise<void>): Promise<void> {
      try {
        await attempt()
        counts[what] += 1
      } catch (error) {
        counts.failed += 1
        // A storage that deletes nothing at all is told of once: what follows will be the same.
        if (counts.failed === 1) log.error({ error }, 'a file could not be deleted')
      }
    },
  }
}

/** Deletes licences whose days are over, and sweeps, from time to time until the signal aborts. */
export async function runFileSweep(
  // The first is not at once: a process that starts has better things to do.
  {
    every = HOUR,
    first = 5 * 60_000,
    isRight = async () => true,
    ...parts
  }: Omit<FileSweep & LicenceRetention, 'ending'> & Schedule,
  signal: AbortSignal,
): Promise<void> {
  const sweep = { ...parts, ending: signal }
  const { log } = sweep
  for (let wait = first; ; ) {
    await pause(wait, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    wait = every
    try {
      if (!(await isRight())) {
        wait = first
        continue
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ error }, 'the database could not be asked for the time')
      continue
    }
    // First, so that the sweep takes their files along. Neither stands in the other's way.
    try {
      const licences = await deleteLicencesPastDays(sweep)
      if (licences > 0) log.info({ count: licences }, 'licences whose days are over were deleted')
    } catch (error) {
      // Of a vault that has lost rows the sweep tells, which comes next.
      if (!signal.aborted && !(error instanceof RegisterIncomplete)) {
        log.warn({ error }, 'licences whose days are over could not be looked for')
      }
    }
    if (signal.aborted) return
    try {
      const { unfinished, deleted, failed } = await sweepFiles(sweep)
      if (unfinished + deleted > 0)
        log.info({ count: unfinished + deleted }, 'files that nothing refers to were deleted')
      if (failed > 0) log.error({ count: failed }, 'files that nothing refers to could not be deleted')
    } catch (error) {
      if (error instanceof RegisterIncomplete) log.error({ error }, 'no file is deleted until the vault is put back')
      else if (!signal.aborted) log.warn({ error }, 'a sweep of the files failed')
    }
  }
}

interface Schedule {
  /** Milliseconds between two sweeps. */
  readonly every?: number
  /** Milliseconds before the first, and before the next after one that was left out. */
  readonly first?: number
  /** Nothing is deleted while the clock is not right; it is always taken for right unless given. */
  readonly isRight?: RightClock
}

/** Paths of finished files of which nothing was written since, some at a time. */
async function* oldFiles(
  storage: FileSweep['storage'],
  old: Date,
  ending: AbortSignal | undefined,
): AsyncGenerator<readonly string[]> {
  let paths: string[] = []
  for (const prefix of FINISHED) {
    // A file and its smaller pictures have one path. Keys come in order, so they come together.
    let current: { readonly path: string; readonly isOld: boolean } | undefined
    for await (const { key, modifiedAt } of storage.list(prefix)) {
      ending?.throwIfAborted()
      const path = pathBelow(prefix, key)
      const isOld = modifiedAt < old && (current?.path !== path || current.isOld)
      if (current?.isOld === true && current.path !== path) paths.push(current.path)
      current = { path, isOld }
      if (paths.length < PATHS_AT_ONCE) continue
      yield paths
      paths = []
    }
    if (current?.isOld === true) paths.push(current.path)
  }
  if (paths.length > 0) yield paths
}
