import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from './infra/embedded/ports.ts'
import { findBrowser } from './infra/verify/browser.ts'

// Playwright reads this file again in each worker: what was chosen first is handed down in the environment.
process.env.FORECOURT_E2E_PORT ??= String(await freePort())
process.env.FORECOURT_E2E_DATA ??= join(tmpdir(), `forecourt-e2e-${process.pid}`)
const origin = `http://localhost:${process.env.FORECOURT_E2E_PORT}`
const executablePath = findBrowser()
// Benchmarks judge nothing, so they are no part of the suite: `npm run bench:web`.
const isBenchmark = process.env.FORECOURT_BENCH === '1'

export default defineConfig({
  testDir: 'web/e2e',
  testMatch: isBenchmark ? '**/*.bench.ts' : '**/*.e2e.ts',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  // These limits end what hangs; on a busy machine everything takes several times as long.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  use: {
    baseURL: origin,
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // What records a page makes it slower, too.
    trace: isBenchmark ? 'off' : 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: 'node infra/embedded/main.ts',
    url: `${origin}/readyz`,
    timeout: 400_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: process.env.FORECOURT_E2E_PORT,
      FORECOURT_DATA: process.env.FORECOURT_E2E_DATA,
      // One browser on one address stands for a day's visitors.
      RATE_LIMIT_FACTOR: '100',
    },
  },
})
