import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,services,infra,web,tests,chaos,bench}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/dist/**'],
    // The second writes the counts for `npm test`, and nothing when it is not asked to.
    reporters: ['default', './infra/verify/vitest-report.ts'],
    globalSetup: ['infra/testing/postgres-server.ts'],
    // No test can forget it: what the services answer is compared with the table of calls.
    setupFiles: ['infra/testing/every-answer.ts'],
    // Two workers leave the databases, the browsers and the services under test some room on a small machine.
    maxWorkers: 2,
    // A busy machine takes ten times as long as an idle one. These limits end what hangs; they measure nothing.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    // Whoever has only the list at a run's end reads there what was found, not "[ Array(1) ]".
    chaiConfig: { truncateThreshold: 1_000 },
  },
})
