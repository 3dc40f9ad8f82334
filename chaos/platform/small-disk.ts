import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** A disk of its own in memory, which can be full for a while. */
export interface SmallDisk extends AsyncDisposable {
  readonly folder: string
  /** Leaves no more than so many bytes free. */
  fill(left: number): void
  /** Gives it its size back. */
  empty(): void
}

/** What has a disk of its own. */
export const DISKS = ['database', 'storage'] as const

/** Where it is, in the folder of a run. */
export const diskIn = (folder: string, name: (typeof DISKS)[number]): string => join(folder, `disk of the ${name}`)

/** Room enough for a round; memory is taken for what is stored only. */
const SIZE = 4 * 2 ** 30
const MEBIBYTE = 2 ** 20

/**
 * Mounts a small disk at the folder, which is made.
 * @returns why not, in words, where that is not possible
 */
export function mountSmallDisk(folder: string): SmallDisk | string {
  if (process.getuid?.() !== 0) return 'only root can mount a disk'
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const refused = run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=700`, 'tmpfs', folder])
  if (refused !== undefined) return refused
  const resize = (bytes: number) => {
    const failure = run('mount', ['-o', `remount,size=${bytes}`, folder])
    if (failure !== undefined) throw new Error(`the disk at ${folder} cannot be resized: ${failure}`)
  }
  return {
    folder,
    fill(left) {
      const { bsize, blocks, bfree } = statfsSync(folder)
      // What is written between looking and doing may not fit any more.
      for (let spare = left; ; spare += MEBIBYTE) {
        const failure = run('mount', ['-o', `remount,size=${(blocks - bfree) * bsize + spare}`, folder])
        if (failure === undefined) return
        if (spare > 64 * MEBIBYTE) throw new Error(`the disk at ${folder} cannot be filled: ${failure}`)
      }
    },
    empty: () => resize(SIZE),
    async [Symbol.asyncDispose]() {
      unmount(folder)
    },
  }
}

/** Takes a small disk away, with all that is on it. */
export function unmount(folder: string): void {
  run('umount', ['--lazy', folder])
}

/** Disks in the folder of a run that nobody has taken away. Linux knows; nobody else has any. */
export function mountedIn(folder: string): string[] {
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : ''
  // A space in a path is written in octal.
  return DISKS.map((name) => diskIn(folder, name)).filter((disk) =>
    mounts.includes(` ${disk.replaceAll(' ', '\\040')} `),
  )
}

/** @returns what it complained of; undefined when it succeeded */
function run(command: string, args: readonly string[]): string | undefined {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}
