import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeOf } from '@forecourt/kit/system-error.ts'
import { CannotStart } from './cannot-start.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** What the built app is made from. */
const SOURCES = ['web/**/*', 'packages/contracts/**/*', 'tsconfig.base.json', 'package-lock.json']
const NOT_SOURCES = ['**/node_modules/**', 'web/dist/**', 'web/e2e/**', '**/*.test.ts', '**/*.test.tsx']

/** Folder of the built web app. */
export const WEB_DIST = join(ROOT, 'web/dist')

/** Whether the web app must be built: it never was, or its sources (or `VITE_…` settings) have changed since. */
function isWebStale(): boolean {
  const stamp = join(WEB_DIST, STAMP)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== digestOfSources()
}

/**
 * Builds the web app if it must be, beside its place, and moves it there when complete: a build that fails or is killed
 * leaves the last one as it was.
 * @throws CannotStart with the builder's complaint
 */
export async function buildWeb(): Promise<void> {
  if (!isWebStale()) return
  const digest = digestOfSources()
  const caches = join(ROOT, 'node_modules/.cache/forecourt')
  const fresh = join(caches, `web-${process.pid}`)
  mkdirSync(caches, { recursive: true })
  try {
    await vite(['build', '--outDir', fresh, '--emptyOutDir'])
    writeFileSync(join(fresh, STAMP), digest)
    // Another start in this checkout may have built the same meanwhile.
    if (isWebStale()) putInPlace(fresh, WEB_DIST)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

const STAMP = '.built-from'

/** Puts a folder where another one is or is not, whoever else does so at the same time: the last one stays. */
export function putInPlace(fresh: string, place: string): void {
  const aside = `${fresh}.old`
  for (;;) {
    try {
      renameSync(place, aside)
      rmSync(aside, { recursive: true })
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    try {
      renameSync(fresh, place)
      return
    } catch (error) {
      // Somebody put one there since it was moved aside.
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error
    }
  }
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { cwd: ROOT, exclude: NOT_SOURCES }).toSorted()
  for (const file of files) {
    const path = join(ROOT, file)
    if (statSync(path).isFile()) hash.update(`${file}\0`).update(readFileSync(path)).update('\0')
  }
  for (const [name, value] of Object.entries(process.env).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`)
  }
  return hash.digest('hex')
}

function vite(args: readonly string[]): Promise<void> {
  const program = join(ROOT, 'node_modules/vite/bin/vite.js')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: join(ROOT, 'web'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new CannotStart(`The web app does not build:\n${output.trim().split('\n').slice(-15).join('\n')}`))
    })
  })
}
