import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '@forecourt/infra/embedded/data-folder.ts'

/**
 * Makes a folder for all that is there only while something is measured: databases, mails, checkouts.
 * @throws {Error} in one sentence, when there is no place for it
 */
export function makeOwnFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  } catch (cause) {
    throw new Error(
      `The folder for temporary files, ${tmpdir()}, cannot be used: ${reasonOf(cause)}. TMPDIR names another one.`,
      { cause },
    )
  }
}
