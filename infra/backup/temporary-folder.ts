import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readIdentity } from '../embedded/data-folder.ts'
import { identify, isRunning } from '../embedded/processes.ts'

const PREFIX = 'forecourt-rehearsal-'
const OWNER = 'owner'

/**
 * A folder that is there while this process needs it, and readable by its user alone. Those that processes have left behind when
 * they were killed are deleted first: there is a back-up in them, with everybody's data.
 * @param parent where they are; the system's folder for temporary files unless given
 * @throws the system's error
 */
export function makeTemporaryFolder(parent = tmpdir()): Disposable & { readonly path: string } {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    const owner = readIdentity(join(parent, name, OWNER))
    if (owner !== undefined && !isRunning(owner)) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const path = mkdtempSync(join(parent, PREFIX))
  writeFileSync(join(path, OWNER), JSON.stringify(identify(process.pid)))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
