import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What each screen may weigh before it can be used, in kilobytes as they travel (gzip), read off the built app's
 * manifest. Prints a table; ends with 1 when anything is over. `node web/budgets.ts`, after `npm run build -w web`.
 */

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}

interface Screen {
  readonly name: string
  /** What is loaded for it, as the manifest names it; each with everything that it imports. */
  readonly entries: readonly string[]
  /** What is there already and does not count. */
  readonly after?: readonly string[]
  readonly js: number
  readonly css?: number
}

const DIST = join(import.meta.dirname, 'dist')
const ENTRY = 'index.html'
const LANDING = 'src/app/routes/landing.tsx'
const PORTAL = 'src/app/routes/portal.tsx'
const DEVICE = 'src/app/settle-on-device.ts'
const RENTER = 'src/app/routes/renter.tsx'
const DESK = 'src/app/routes/admin.tsx'
const EARLY = 'src/app/early-desk.ts'
const FORM = 'src/features/portal/portal-booking.tsx'
const FONTS = 50
/** All that the service worker puts on the device, as it lies there. */
const PRECACHE = 1_400

const screens: readonly Screen[] = [
  { name: 'landing', entries: [ENTRY, LANDING], js: 80, css: 12 },
  // Nobody waits for it; but with a few lines it would bring half of the dashboard.
  { name: 'kept on device', entries: [DEVICE], after: [ENTRY, LANDING], js: 10 },
  { name: 'portal', entries: [ENTRY, PORTAL], js: 115, css: 14 },
  { name: 'booking form', entries: [FORM], after: [ENTRY, PORTAL], js: 75 },
  { name: 'own booking', entries: [ENTRY, RENTER], js: 102, css: 8 },
  { name: 'dashboard', entries: [EARLY, ENTRY, DESK], js: 160, css: 18 },
]

const manifestFile = join(DIST, '.vite/manifest.json')
if (!existsSync(manifestFile)) {
  console.error('web/dist is not there: run `npm run build -w web` first')
  process.exit(1)
}
const manifest: Readonly<Record<string, Chunk>> = JSON.parse(readFileSync(manifestFile, 'utf8'))

/** A chunk and everything that it needs before it runs. */
function needed(name: string, found = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`the build has no ${name}`)
  if (found.has(name)) return found
  found.set(name, chunk)
  for (const imported of chunk.imports ?? []) needed(imported, found)
  return found
}

const chunksOf = (names: readonly string[]) => new Map(names.flatMap((name) => [...needed(name)]))
const kilobytes = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length / 1000
const sum = (files: Iterable<string>) => [...new Set(files)].reduce((total, file) => total + kilobytes(file), 0)

const rows = screens.flatMap(({ name, entries, after = [], js, css }) => {
  const there = chunksOf(after)
  const chunks = [...chunksOf(entries)].filter(([key]) => !there.has(key)).map(([, chunk]) => chunk)
  const scripts = { what: `${name}, JS`, size: sum(chunks.map(({ file }) => file)), limit: js }
  if (css === undefined) return [scripts]
  return [scripts, { what: `${name}, CSS`, size: sum(chunks.flatMap((chunk) => chunk.css ?? [])), limit: css }]
})
// Fonts are compressed already: as they are.
const fonts = new Set(Object.values(manifest).flatMap(({ file, assets = [] }) => [file, ...assets]))
const fontSize = [...fonts]
  .filter((file) => file.endsWith('.woff2'))
  .reduce((total, file) => total + readFileSync(join(DIST, file)).length / 1000, 0)
rows.push({ what: 'fonts', size: fontSize, limit: FONTS })
// What the service worker lists is on the device of everybody who has looked at a page.
const precached = [...readFileSync(join(DIST, 'sw.js'), 'utf8').matchAll(/"?url"?:"([^"]+)"/g)].map(
  ([, url = '']) => url,
)
if (!precached.includes(ENTRY)) throw new Error('the list of what is precached cannot be read')
rows.push({
  what: 'precache, raw',
  size: precached.reduce((total, file) => total + statSync(join(DIST, file)).size / 1000, 0),
  limit: PRECACHE,
})

for (const { what, size, limit } of rows) {
  const verdict = size > limit ? 'over' : 'ok'
  console.log(`${what.padEnd(18)} ${size.toFixed(1).padStart(6)} of ${String(limit).padStart(4)} kB  ${verdict}`)
}
if (rows.some(({ size, limit }) => size > limit)) process.exitCode = 1
