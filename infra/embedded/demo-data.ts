import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { CannotStart } from './cannot-start.ts'
import { identify } from './processes.ts'
import type { Environment } from './services.ts'
import type { Settings } from './settings.ts'

const PROGRAM = fileURLToPath(new URL('../demo/main.ts', import.meta.url))

/** When the demo was first begun, from which its dates are counted, and whether it is complete. */
const Marker = z.object({ now: z.iso.datetime(), complete: z.boolean() })

/**
 * Sees to it that the demo tenants are there: at the first start, and again when that was broken off. What is in the log
 * already is not written a second time. `stop` breaks it off.
 */
export async function seedDemo(
  { given, dataFolder }: Settings,
  environment: Environment,
  stop: AbortSignal,
): Promise<void> {
  const file = markerOf({ given, dataFolder })
  const marker = existsSync(file)
    ? Marker.parse(JSON.parse(readFileSync(file, 'utf8')))
    : { now: new Date().toISOString(), complete: false }
  if (marker.complete) return
  write(file, marker)
  await run(marker.now, join(dataFolder, 'run/demo.pid'), environment, stop)
  write(file, { ...marker, complete: true })
}

/** What is in the log came from a back-up: nothing is added to it. */
export function withoutDemo(settings: Settings): void {
  write(markerOf(settings), { now: new Date().toISOString(), complete: true })
}

/** One for each log that this folder has been used with. */
function markerOf({ given, dataFolder }: Pick<Settings, 'given' | 'dataFolder'>): string {
  const log = createHash('sha256')
    .update(given.EVENTSTORE_URL ?? given.DATABASE_URL ?? 'embedded')
    .digest('hex')
  return join(dataFolder, `demo-${log.slice(0, 8)}.json`)
}

function write(file: string, marker: z.infer<typeof Marker>): void {
  writeFileSync(`${file}.new`, JSON.stringify(marker), { flush: true })
  renameSync(`${file}.new`, file)
}

function run(now: string, pidFile: string, environment: Environment, stop: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, now], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...environment, PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    signal: stop,
  })
  if (child.pid !== undefined) writeFileSync(pidFile, JSON.stringify(identify(child.pid) ?? {}))
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new CannotStart(`The demo data could not be written: ${complaint.trim()}`))
    })
  })
}
