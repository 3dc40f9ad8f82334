import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where everything is that a platform keeps: gone when it is disposed of, unless somebody is to look into it. */
export interface RunFolder extends Disposable {
  readonly path: string
  keep(): void
}

/** Makes one, empty. Dispose of it when everything in it has ended. */
export function openRunFolder(): RunFolder {
  const path = mkdtempSync(join(tmpdir(), 'forecourt-chaos-'))
  let isKept = false
  return {
    path,
    keep() {
      isKept = true
    },
    [Symbol.dispose]() {
      if (!isKept) rmSync(path, { recursive: true, force: true })
    },
  }
}
