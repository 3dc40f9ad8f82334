import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'

it('ends without a word, and leaves nothing, when somebody presses Ctrl-C while the product starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const program = fileURLToPath(new URL('start.ts', import.meta.url))
  const child = spawn(process.execPath, [program, '--quick', '--rounds', '1'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = once(child, 'close')
  await vi.waitUntil(() => globSync('forecourt-bench-*/data/lock', { cwd: folder }).length > 0, { timeout: 60_000 })

  child.kill('SIGINT')

  expect(await ended).toEqual([1, null])
  expect(await said).toEqual(['', ''])
  expect(readdirSync(folder).filter((name) => name.startsWith('forecourt-bench-'))).toEqual([])
})
