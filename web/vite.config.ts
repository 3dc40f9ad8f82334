import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { earlyPortal } from './early-portal.ts'
import { prerenderLanding } from './prerender-landing.ts'

/** `npm run dev -w web` proxies to a running `npm start`. */
const server = process.env.FORECOURT_URL ?? 'http://localhost:3000'

/** What is kept on a device is worth nothing once the contracts that it was parsed by have changed. */
const contracts = createHash('sha256')
const folder = join(import.meta.dirname, '../packages/contracts')
for (const file of globSync('*.ts', { cwd: folder }).toSorted()) {
  if (!file.endsWith('.test.ts')) contracts.update(readFileSync(join(folder, file)))
}

/** Changes seldom: a browser keeps it from one version of the app to the next. */
const REACT = {
  name: 'react',
  test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|wouter|regexparam)\//,
}
/** What asks the server and reads its answers. Nothing that the landing page has. */
const ASKING = {
  name: 'asking',
  test: new RegExp(
    [
      'node_modules/(zod|idb-keyval)/',
      'web/src/(lib/(answer|api|attention|colour|money)|offline/within|features/business/business-theme)\\.',
      'packages/contracts/(date|money|problem)\\.ts',
    ].join('|'),
  ),
}
/** What every screen of a business begins with: one file of it is smaller than a dozen. */
const BASE = {
  name: 'base',
  test: new RegExp(
    [
      'node_modules/@tanstack/',
      'web/src/(offline/(query-copy|unsaved|use-online)|app/query-client)\\.ts',
      'web/src/features/(business/api|portal/vehicle-words)\\.',
      'packages/contracts/(booked-dates|business|fleet)\\.ts',
    ].join('|'),
  ),
}

export default defineConfig({
  root: import.meta.dirname,
  define: { CONTRACTS_HASH: JSON.stringify(contracts.digest('hex').slice(0, 16)) },
  plugins: [
    // 'en-US' only: React Aria's own texts shrink by a third, and 'en-GB' breaks it; the app sets en-GB for dates itself.
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    react(),
    // The landing page's file is made before the portal's script is in the other one.
    prerenderLanding(),
    earlyPortal(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: { globPatterns: ['**/*.{js,css,html,svg,woff2}'] },
    }),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    // Making a schema has no effect: those that a screen does not use are not in its files.
    rolldownOptions: {
      treeshake: { manualPureFunctions: ['z', 'line', 'lines', 'day'] },
      output: { codeSplitting: { groups: [REACT, ASKING, BASE] } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/objects', '/forecourt-files'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})
