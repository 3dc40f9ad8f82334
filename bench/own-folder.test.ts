import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { identify, isRunning, type ProcessIdentity } from '@forecourt/infra/embedded/processes.ts'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { clear, clearAfterKilled } from './own-folder.ts'

const moduleOf = (name: string) => new URL(name, import.meta.url).href

/** Has a PostgreSQL and a service, both groups of their own, and says which processes they are. */
const BENCHMARK = `
  import { spawn } from 'node:child_process'
  import { readFileSync, readdirSync } from 'node:fs'
  import { tmpdir } from 'node:os'
  import { dirname, join } from 'node:path'
  import { startDatabases } from '${moduleOf('measure/database.ts')}'
  import { endWhenTold } from '${moduleOf('measure/end-when-told.ts')}'
  await startDatabases()
  const data = readdirSync(tmpdir()).find((name) => name.startsWith('forecourt-bench-'))
  const server = Number.parseInt(readFileSync(join(tmpdir(), data, 'postgres/postmaster.pid'), 'utf8'))
  const service = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' })
  endWhenTold(async () => void service.kill())
  console.log(JSON.stringify([server, service.pid]))
  setInterval(() => {}, 1000)
`

const Pids = z.array(z.int())

/** Starts it in a folder of its own, which is in one that nothing else is in, and waits until it has both. */
async function benchmark(): Promise<{ child: ChildProcess; folder: string; started: ProcessIdentity[] }> {
  const parent = mkdtempSync(join(tmpdir(), 'forecourt-own-folder-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const folder = join(parent, 'forecourt-bench-killed')
  mkdirSync(folder)
  const child = spawn(process.execPath, ['--input-type=module', '-e', BENCHMARK], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, TMPDIR: folder },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.stdout === null) throw new Error('it has no output')
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  const started = Pids.parse(JSON.parse(String(line))).flatMap((pid) => identify(pid) ?? [])
  expect(started).toHaveLength(2)
  return { child, folder, started }
}

it('ends the processes of a benchmark that was killed, PostgreSQL too, and deletes what it has made', async () => {
  const { child, folder, started } = await benchmark()
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(started.every(isRunning)).toBe(true)

  await clear(folder)

  expect(started.some(isRunning)).toBe(false)
  expect(existsSync(folder)).toBe(false)
})

it('ends what was left when all of a run was killed, and lets one be that still runs', async () => {
  const { child, folder, started } = await benchmark()
  writeFileSync(join(folder, 'owner'), JSON.stringify(identify(child.pid ?? 0)))
  await clearAfterKilled(dirname(folder))
  expect(started.every(isRunning)).toBe(true)
  child.kill('SIGKILL')
  await once(child, 'exit')

  await clearAfterKilled(dirname(folder))

  expect(started.some(isRunning)).toBe(false)
  expect(existsSync(folder)).toBe(false)
})

it('a benchmark ends what it has started when whoever started it is gone', async () => {
  const { child, started } = await benchmark()
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(started.some(isRunning)).toBe(false)
})
