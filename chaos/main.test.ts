import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import { identify } from '@forecourt/infra/embedded/processes.ts'
import { has } from '@forecourt/infra/verify/system-packages.ts'
import { expect, it, onTestFinished, vi } from 'vitest'

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url))
const PATIENT = { timeout: 110_000, interval: 10 }

it.each([['faults'], ['load'], ['noisy']])(
  'Ctrl-C while the platform starts is no failure of it, and leaves nothing: %s',
  {
    timeout: 240_000,
  },
  async (what) => {
    const { folder, ended, group } = begin(what)
    // PostgreSQL is making its own.
    await vi.waitFor(() => expect(globSync(join(folder, '*/**/postgres.new/base/1'))).toHaveLength(1), PATIENT)
    process.kill(-group, 'SIGINT')
    const { code, said, complaint } = await ended
    expect([code, complaint]).toEqual([1, ''])
    expect(said).toContain('stopped before its time')
    expect(readdirSync(folder)).toEqual([])
  },
)

it('a second Ctrl-C ends a run of faults without a check, and leaves nothing', { timeout: 240_000 }, async () => {
  const { folder, ended, group, heard } = begin('faults', '--minutes', '1', '--clerks', '1', '--seed', '2')
  // People go on for a while after it.
  await heard('fault: ')
  process.kill(-group, 'SIGINT')
  await heard('told to stop')
  // What comes sooner is taken for the same Ctrl-C.
  await delay(1_100)
  process.kill(-group, 'SIGINT')
  const { code, said, complaint } = await ended
  expect([code, complaint]).toEqual([1, ''])
  expect(said).toContain('told again: all of it ends now, and this round is not checked')
  expect(said).not.toContain('✓')
  expect(readdirSync(folder)).toEqual([])
})

it('a run that was too short for a fault proves nothing, and says so', { timeout: 240_000 }, async () => {
  const { ended } = begin('faults', '--minutes', '0.001', '--clerks', '1')
  const { code, said } = await ended
  expect(said).toContain('No fault was made, so nothing is proven')
  expect(code).toBe(1)
})

it('what it has started ends when it is killed', { timeout: 240_000 }, async () => {
  const besides = has('redis-server') ? ['--redis'] : []
  const { folder, ended, group, heard } = begin('faults', '--minutes', '1', '--clerks', '1', ...besides)
  await heard('all processes started')
  const pids = globSync(join(folder, '*/run/*.pid')).map((file) => readIdentity(file)?.pid ?? 0)
  const [server = ''] = globSync(join(folder, '*/**/postmaster.pid'))
  pids.push(Number(readFileSync(server, 'utf8').split('\n')[0]))
  expect(pids.map((pid) => identify(pid)?.pid)).toEqual(pids)
  expect(globSync(join(folder, '*/run/redis.pid'))).toHaveLength(besides.length)

  process.kill(group, 'SIGKILL')
  await ended
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), PATIENT)
  expect(pids.filter((pid) => identify(pid) !== undefined)).toEqual([])
})

/** Begins a run in a process group of its own, as it has in a terminal, and with a folder for all that it keeps. */
function begin(...words: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-stopped-'))
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part
  })
  const ended = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], complaint]) => ({
    code: Number(code),
    said,
    complaint,
  }))
  onTestFinished(async () => {
    child.kill()
    await ended
    if (existsSync(folder)) rmSync(folder, { recursive: true })
  })
  const heard = (line: string) => vi.waitFor(() => expect(said).toContain(line), PATIENT)
  return { folder, ended, group: child.pid ?? 0, heard }
}
