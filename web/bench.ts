import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** `npm run bench:web`: the browser's benchmarks, by the same runner as the journeys. They print figures and judge nothing. */
const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
const running = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
  env: { ...process.env, FORECOURT_BENCH: '1' },
})
running.once('exit', (code) => {
  process.exitCode = code ?? 1
})
