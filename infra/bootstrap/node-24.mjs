// Plain JavaScript without libraries, for any Node from 20 on: it runs before anything is installed.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installFrom } from './install.mjs'
import { ROOT, Stop, step } from './steps.mjs'

const WANTED = 24

/**
 * The Node that runs the product: this one when it is new enough, otherwise Node 24 from npm, locked by its hash in
 * `runtime/package-lock.json`.
 * @returns {Promise<string>} path of the program
 */
export async function findNode() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= WANTED) return process.execPath
  if (major < 20) throw new Stop(`Node ${process.versions.node} is too old to begin with: install Node 20 or newer.`)
  const folder = join(ROOT, 'runtime')
  const program = join(folder, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Stop(`This machine has Node ${process.versions.node}: install Node ${WANTED} or newer (nodejs.org).`)
  }
  await installFrom(folder, process.execPath, (install) => step(`installing Node ${WANTED}`, install))
  if (!existsSync(program))
    throw new Stop(
      `npm did not install Node ${WANTED} for ${process.platform} ${process.arch}: delete runtime/node_modules and try again.`,
    )
  return program
}
