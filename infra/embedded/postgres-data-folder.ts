import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { explainFailure } from './postgres-failure.ts'
import { OWNER, type PostgresProgram, postgresEnvironment } from './postgres-program.ts'

const MAJOR_VERSION = '18'

/**
 * Makes sure that a usable data folder is there, belonging to the server's user, and returns where it is.
 * `durable: false` leaves out the flush to disk when it is new (tests).
 * @throws CannotStart when the folder holds something else than data of this PostgreSQL version.
 */
export async function prepareDataFolder(
  program: PostgresProgram,
  wanted: string,
  options: { readonly password: string; readonly durable: boolean },
): Promise<string> {
  const folder = placeFor(program, wanted)
  const versionFile = join(folder, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version !== MAJOR_VERSION) {
      throw new CannotStart(
        `${folder} holds data of PostgreSQL ${version}, this is ${MAJOR_VERSION}: use another data folder, or move the data with pg_dump of that version.`,
      )
    }
    program.own(folder)
  } else if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new CannotStart(`${folder} is not a PostgreSQL data folder, or a broken one: move it away to start afresh.`)
  } else {
    await initialise(program, folder, options)
  }
  return folder
}

/**
 * The wanted folder, or, when the server's user cannot reach it (a checkout under /root without user namespaces), one
 * under /var/tmp. A small file beside the wanted place remembers which, so that deleting it starts afresh all the same.
 */
function placeFor(program: PostgresProgram, wanted: string): string {
  const pointer = `${wanted}.location`
  if (existsSync(pointer)) {
    const elsewhere = readFileSync(pointer, 'utf8').trim()
    if (existsSync(elsewhere)) return elsewhere
  }
  if (existsSync(wanted) || program.canUse(dirname(wanted))) return wanted
  const elsewhere = `/var/tmp/forecourt-data-${randomBytes(8).toString('hex')}`
  writeFileSync(pointer, `${elsewhere}\n`)
  return elsewhere
}

/** Makes the folder beside its place and moves it there when complete: a killed initdb leaves nothing half made. */
async function initialise(
  program: PostgresProgram,
  folder: string,
  options: { readonly password: string; readonly durable: boolean },
): Promise<void> {
  const half = `${folder}.new`
  const secret = `${folder}.password`
  const removeTraces = () => {
    for (const path of [half, secret]) rmSync(path, { recursive: true, force: true })
  }
  removeTraces()
  mkdirSync(half, { mode: 0o700 })
  writeFileSync(secret, `${options.password}\n`, { mode: 0o600 })
  program.own(half)
  program.own(secret)
  try {
    const [command, args] = program.command('initdb', [
      `--pgdata=${half}`,
      `--username=${OWNER}`,
      `--pwfile=${secret}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting and letter case by Unicode's own rules, the same on every platform.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(options.durable ? [] : ['--no-sync']),
    ])
    // Detached: Ctrl-C in a terminal reaches the whole group. It is this process that ends then, in order, and a folder that
    // is half made is no reason of its own to fail.
    const initdb = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      env: postgresEnvironment(),
    })
    let log = ''
    initdb.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
    const [code] = await once(initdb, 'close')
    if (code !== 0) throw explainFailure('initdb', log, folder)
    renameSync(half, folder)
  } finally {
    removeTraces()
  }
}
