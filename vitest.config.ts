import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,services,infra,web,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'web/dist/**'],
    // The second writes the counts for `npm test`, and nothing when it is not asked to.
    reporters: ['default', './infra/verify/vitest-report.ts'],
    globalSetup: ['infra/testing/postgres-server.ts'],
    // Two workers leave the databases, the browsers and the services under test some room on a small machine.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
