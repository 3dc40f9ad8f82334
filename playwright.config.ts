import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from './infra/embedded/ports.ts'
import { findBrowser, findBrowserForPages } from './infra/verify/browser.ts'

// Benchmarks judge nothing, so they are no part of the suite: `npm run bench:web`.
const isBenchmark = process.env.FORECOURT_BENCH === '1'
// Two products on one log, database or queue would do each other's work, and open none of what the other has sealed.
const sharesParts = [process.env.EVENTSTORE_URL, process.env.DATABASE_URL, process.env.REDIS_URL].some(Boolean)
// Half of a journey is waiting: for the network, for a toast to go, for a server that is silent.
const WORKERS = isBenchmark || sharesParts ? 1 : 2

// Playwright reads this file again in each worker: what was chosen first is handed down in the environment.
process.env.FORECOURT_E2E_PORTS ??= (await Promise.all(Array.from({ length: WORKERS }, freePort))).join(' ')
process.env.FORECOURT_E2E_DATA ??= join(tmpdir(), `forecourt-e2e-${process.pid}`)
/** A product for each worker: what one test does is in no other's way. */
const products = process.env.FORECOURT_E2E_PORTS.split(' ').map((port, place) => ({
  port,
  origin: `http://localhost:${port}`,
  dataFolder: `${process.env.FORECOURT_E2E_DATA}-${place}`,
}))
const own = products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
process.env.FORECOURT_E2E_OWN_DATA = own?.dataFolder ?? ''

const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]
const launched = (executablePath: string | undefined) => ({
  launchOptions: { args: ARGS, ...(executablePath === undefined ? {} : { executablePath }) },
})
/** What is asked of the browser round the page: whether it would install an app, and to wake one that is closed. */
const OF_WHOLE_BROWSER = ['**/install.e2e.ts', '**/background-sync.e2e.ts']

export default defineConfig({
  testDir: 'web/e2e',
  testMatch: isBenchmark ? '**/*.bench.ts' : '**/*.e2e.ts',
  fullyParallel: false,
  workers: WORKERS,
  forbidOnly: true,
  // These limits end what hangs; on a busy machine everything takes several times as long.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  use: {
    baseURL: own?.origin ?? '',
    browserName: 'chromium',
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // Pictures of each step take a third of all processor time: who needs them to understand a failure asks by `--trace on`.
    trace: isBenchmark ? 'off' : { mode: 'retain-on-failure', screenshots: false, snapshots: false },
  },
  projects: isBenchmark
    ? [{ name: 'figures', use: launched(findBrowser()) }]
    : [
        { name: 'pages', testIgnore: OF_WHOLE_BROWSER, use: launched(findBrowserForPages()) },
        { name: 'whole browser', testMatch: OF_WHOLE_BROWSER, use: launched(findBrowser()) },
      ],
  webServer: products.map(({ port, origin, dataFolder }) => ({
    command: 'node infra/embedded/main.ts',
    url: `${origin}/readyz`,
    timeout: 400_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: port,
      FORECOURT_DATA: dataFolder,
      // One browser on one address stands for a day's visitors.
      RATE_LIMIT_FACTOR: '100',
    },
  })),
})
