import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentFor } from './environment.mjs'
import { Stop } from './steps.mjs'

/**
 * Runs `npm ci` in a folder unless what its lockfile says is installed already. A stamp is written when an install is
 * complete and removed before one begins, so that an install which was killed half way is done again.
 * @param {string} folder with package-lock.json
 * @param {string} node the Node program that npm runs on, because npm chooses by it what to install
 * @param {(install: () => Promise<void>) => Promise<void>} announce called only when there is something to do
 */
export async function installFrom(folder, node, announce) {
  const stamp = join(folder, 'node_modules/.complete')
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const wanted = createHash('sha256').update(`${process.platform} ${process.arch}\n${lockfile}`).digest('hex')
  if (read(stamp) === wanted) return
  const npmsOwn = join(folder, 'node_modules/.package-lock.json')
  if (!isInstalled(lockfile, read(npmsOwn))) {
    rmSync(stamp, { force: true })
    rmSync(npmsOwn, { force: true })
    await announce(() => npmCi(folder, node))
  }
  writeFileSync(stamp, wanted)
}

/**
 * Whether npm's own record of what it has installed covers the lockfile, as after a developer's `npm install`: nothing
 * to do then, and running processes keep their libraries. Optional packages may be missing: other platforms' are.
 * @param {string} lockfile
 * @param {string | undefined} record
 */
function isInstalled(lockfile, record) {
  if (record === undefined) return false
  try {
    const installed = JSON.parse(record).packages
    const { '': _root, ...locked } = JSON.parse(lockfile).packages
    return Object.entries(locked).every(([path, { version, optional, link }]) =>
      // Workspaces are links to folders of this project.
      installed[path] === undefined
        ? optional || !path.includes('node_modules/')
        : link || installed[path].version === version,
    )
  } catch {
    return false
  }
}

/**
 * @param {string} folder
 * @param {string} node
 */
async function npmCi(folder, node) {
  const { npm_execpath: runBy = '' } = process.env
  const [command, ...script] = runBy.endsWith('npm-cli.js') ? [node, runBy] : ['npm']
  const args = [
    'ci',
    // Whatever NODE_ENV or a user's .npmrc say: building and testing need the tools, and libraries for this platform are
    // optional packages. The install scripts that may run are listed in package.json.
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=4',
    '--fetch-retry-mintimeout=500',
    '--fetch-retry-maxtimeout=8000',
  ]
  const npm = spawn(command, [...script, ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environmentFor(node),
  })
  let complaint = ''
  npm.stderr.setEncoding('utf8').on('data', (text) => {
    complaint += text
  })
  const failure = await new Promise((resolve) => {
    npm.once('error', (error) =>
      resolve(error.code === 'ENOENT' ? 'npm is missing: install it beside Node.' : error.message),
    )
    npm.once('close', (code) => resolve(code === 0 ? undefined : explain(complaint)))
  })
  if (failure !== undefined) throw new Stop(failure)
}

/**
 * @param {string} complaint what npm wrote to stderr
 * @returns {string} one sentence
 */
function explain(complaint) {
  const known = [
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ENOTCACHED|socket hang up|network/,
      'npm cannot reach its registry: go online once (or set npm’s proxy) and try again.',
    ],
    [/ENOSPC|EDQUOT/, 'The disk is full: make room (about 1 GB) and try again.'],
    [/EROFS|EACCES|EPERM/, 'npm may not write here: this folder, or npm’s cache, belongs to another user.'],
    [
      /EINTEGRITY/,
      'npm received something else than the lockfile names: clear its cache (npm cache clean --force) and try again.',
    ],
    [
      /can only install packages when your package.json and package-lock.json/,
      'package.json and package-lock.json do not agree: run npm install, and commit both.',
    ],
    [/CERT|certificate/, 'npm does not trust the registry’s certificate: set npm’s cafile for your network.'],
  ]
  const meaning = known.find(([said]) => said.test(complaint))?.[1]
  return meaning ?? `npm ci failed:\n${complaint.trim().split('\n').slice(0, 12).join('\n')}`
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
