import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url))
const PATIENT = { timeout: 60_000, interval: 10 }

it.each([['faults'], ['load'], ['noisy']])(
  'Ctrl-C while the platform starts is no failure of it, and leaves nothing: %s',
  {
    timeout: 120_000,
  },
  async (what) => {
    const { folder, ended, group } = begin(what)
    // PostgreSQL is making its own.
    await vi.waitFor(() => expect(globSync(join(folder, '*/**/postgres.new/base/4'))).toHaveLength(1), PATIENT)
    process.kill(-group, 'SIGINT')
    const { code, said, complaint } = await ended
    expect([code, complaint]).toEqual([1, ''])
    expect(said).toContain('stopped before its time')
    expect(readdirSync(folder)).toEqual([])
  },
)

it('a second Ctrl-C ends a run of faults without a check, and leaves nothing', { timeout: 120_000 }, async () => {
  const { folder, ended, group, heard } = begin('faults', '--minutes', '1', '--clerks', '1')
  await heard('all processes started')
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
  const heard = (words: string) => vi.waitFor(() => expect(said).toContain(words), PATIENT)
  return { folder, ended, group: child.pid ?? 0, heard }
}
