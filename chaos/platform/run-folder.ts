import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where everything is that a platform keeps: gone when it is disposed of, unless somebody is to look into it. */
export interface RunFolder extends Disposable {
  readonly path: string
  keep(): void
}

/**
 * Makes one, empty, and has a process beside it that ends what runs in it, and removes it, when this process is gone before it
 * could. Dispose of it when everything in it has ended.
 */
export function openRunFolder(): RunFolder {
  const path = mkdtempSync(join(tmpdir(), 'forecourt-chaos-'))
  // Detached: Ctrl-C in a terminal must not reach it.
  const caretaker = fork(fileURLToPath(new URL('caretaker-main.ts', import.meta.url)), [path], { detached: true })
  caretaker.unref()
  caretaker.channel?.unref()
  let isKept = false
  return {
    path,
    keep() {
      isKept = true
    },
    [Symbol.dispose]() {
      caretaker.kill('SIGKILL')
      if (!isKept) rmSync(path, { recursive: true, force: true })
    },
  }
}
