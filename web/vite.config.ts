import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { earlyScreens } from './early-screens.ts'
import { packedFiles } from './packed-files.ts'
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
/** What every page needs besides, the landing page too: a few hundred bytes that would be five files. */
const SHELL = {
  name: 'shell',
  test: /vite\/preload-helper|web\/src\/(ui\/(button-link|button\.module|error-boundary|late|loading|native-button)|lib\/use-title|styles\/\w+)\./,
}
/**
 * What asks the server, reads its answers and saves them as files. Nothing that the landing page has. Left to what is shared, the few
 * lines that save a file would bring a renter's page what the desks' pages share.
 */
const ASKING = {
  name: 'asking',
  test: new RegExp(
    [
      'node_modules/zod/',
      'web/src/lib/(answer|api|attention|colour|dates|early|formats|money|save-file|telephone)\\.',
      'web/src/ui/telephone\\.',
      'web/src/features/business/business-(theme|mark)\\.',
      'packages/contracts/(date|initials|money|problem)\\.ts',
    ].join('|'),
  ),
}
/** What every page has once it keeps itself on the device, the landing page too. */
const DEVICE = {
  name: 'device',
  test: /node_modules\/idb-keyval\/|web\/src\/(offline\/(owed-sign-out|owners|renter-store|sealed|unsaved|use-unsaved|within)|features\/installing\/(app-of|installability)|ui\/toast-queue)\./,
}
/** What every screen of a business begins with: one file of it is smaller than a dozen, and is there sooner. */
const BASE = {
  name: 'base',
  test: new RegExp(
    [
      'node_modules/@tanstack/',
      'web/src/app/(app\\.tsx|query-client)',
      'web/src/offline/(query-copy|use-online)\\.ts',
      'web/src/ui/(held-open|vehicle-photo)\\.',
      'web/src/features/business/(api|business-gate|tell-portals)\\.',
      'web/src/features/booking-form/(draft|held-draft|use-booking-draft)\\.ts',
      'web/src/features/portal/vehicle-words\\.',
      'packages/contracts/(booked-dates|business|fleet)\\.ts',
    ].join('|'),
  ),
}
/**
 * What is left of what several screens need: not a file for each handful of lines. But for what the pages about passwords share:
 * with other handfuls, it would bring its fields to every desk.
 */
const SHARED = {
  name: 'shared',
  test: /^(?!.*web\/src\/features\/password\/)/,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 10_000,
}

/** What is shared is named by all that share it. */
const shortOf = (name: string) => (name.startsWith(SHARED.name) ? SHARED.name : '[name]')

export default defineConfig({
  root: import.meta.dirname,
  define: { CONTRACTS_HASH: JSON.stringify(contracts.digest('hex').slice(0, 16)) },
  plugins: [
    // 'en-US' only: React Aria's own texts shrink by a third, and 'en-GB' breaks it; the app sets en-GB for dates itself.
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    react(),
    prerenderLanding(),
    earlyScreens(),
    packedFiles(),
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
    // Making a schema has no effect: those that a screen does not use are not in its files. Only by this name can a library be
    // vouched for, and then for every variable that has it; functions of our own say it themselves (@__NO_SIDE_EFFECTS__).
    rolldownOptions: {
      input: ['index.html', 'src/app/early-desk.ts'].map((file) => join(import.meta.dirname, file)),
      treeshake: { manualPureFunctions: ['z'] },
      output: {
        codeSplitting: { groups: [REACT, SHELL, DEVICE, ASKING, BASE, SHARED] },
        chunkFileNames: ({ name }) => `assets/${shortOf(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortOf(name)}-[hash][extname]`,
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/objects', '/forecourt-files'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
})
