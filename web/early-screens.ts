import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { WIDTH_IN_GRID } from './src/features/portal/picture-width.ts'

const EARLY = 'early.js'
const OVERVIEW = 'src/features/overview/overview-tab.tsx'

/** A script of its own: it reads what is on the device (`vite.config.ts` names it as an entry). */
const EARLY_DESK = 'src/app/early-desk.ts'

/** Screens that have a page of their own, what they are made of, and what runs before it. */
const SCREENS = [
  { page: 'portal.html', parts: ['src/app/routes/portal.tsx'], early: undefined },
  { page: 'desk.html', parts: ['src/app/routes/admin.tsx', OVERVIEW], early: EARLY_DESK },
] as const

/**
 * Writes `portal.html` and `desk.html` beside `index.html`: the same page, which names all the files that its screen needs,
 * so that they come at once. Without it each waits for the one that imports it, and on a slow network that is a second or
 * two. What the screen asks the server first is asked by a small script before them (`src/lib/early.ts`): the portal's stands
 * below, the dashboard's is `src/app/early-desk.ts`.
 */
export function earlyScreens(): Plugin {
  let root = ''
  return {
    name: 'forecourt:early-screens',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const shell = bundle['index.html']
        // The build of the landing page's markup, or of the service worker.
        if (shell?.type !== 'asset') return
        const reference = this.emitFile({ type: 'asset', name: EARLY, source: script })
        const early = `<script type="module" async crossorigin src="/${this.getFileName(reference)}"></script>`
        for (const { page, parts, early: own } of SCREENS) {
          const chunks = new Set(parts.flatMap((part) => [...withImports(chunkOf(join(root, part), bundle), bundle)]))
          const styles = new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))
          const sheets = [...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`)
          const files = [...chunks].map(
            ({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}" />`,
          )
          const tags = [...files, ...sheets].filter((tag) => !isThere(tag, shell))
          const named = String(shell.source).replace('</head>', `  ${tags.join('\n    ')}\n  </head>`)
          const source =
            own === undefined
              ? named.replace('<script type="module"', `${early}\n    <script type="module"`)
              : startedBy(chunkOf(join(root, own), bundle).fileName, named)
          this.emitFile({ type: 'asset', fileName: page, source })
        }
      },
    },
  }
}

/**
 * The page with its script as a list that another script fetches and runs, when the time has come: only naming forty files
 * keeps a slow tablet from painting for a fifth of a second.
 */
function startedBy(script: string, page: string): string {
  const NAMED = /\s*<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g
  const APP = /<script type="module" crossorigin src="([^"]*)"><\/script>/
  const files = [...page.matchAll(NAMED), ...page.matchAll(new RegExp(APP, 'g'))].map(([, file]) => file)
  const list = `<script type="application/json" id="files">${JSON.stringify(files)}</script>`
  return page
    .replaceAll(NAMED, '')
    .replace(APP, `<script type="module" async crossorigin src="/${script}"></script>\n    ${list}`)
}

/** Whether the page names the file of a tag already. */
const isThere = (tag: string, page: Rolldown.OutputAsset) =>
  String(page.source).includes(/(?:href|src)="([^"]*)"/.exec(tag)?.[1] ?? tag)

function chunkOf(module: string, bundle: Rolldown.OutputBundle): Rolldown.OutputChunk {
  const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId === module)
  if (chunk?.type !== 'chunk') throw new Error(`the build has no ${module}`)
  return chunk
}

/** A chunk and all that it imports, which stands before it: so they can be run one by one. */
function* withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Generator<Rolldown.OutputChunk> {
  if (seen.has(chunk.fileName)) return
  seen.add(chunk.fileName)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') yield* withImports(imported, bundle, seen)
  }
  yield chunk
}

/**
 * What runs in the browser. The calls are those of `features/business/api.ts` and `features/portal/api.ts`; the picture is that
 * of the fleet's first card, as `vehicle-card.tsx` shows it.
 */
const script = `
const [, slug, screen] = /^\\/([a-z0-9-]+)\\/(portal)$/.exec(location.pathname) ?? []
const answers = new Map()
const ask = (path) => {
  const answer = fetch(path, { credentials: 'include', signal: AbortSignal.timeout(20_000) })
  answers.set(path, answer)
  return answer
}
const showFirst = async (answer) => {
  const [first] = await (await answer).clone().json()
  if (!first?.imageUrl) return
  const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', fetchPriority: 'high' })
  if (first.imageSrcset) Object.assign(link, { imageSrcset: first.imageSrcset, imageSizes: ${JSON.stringify(WIDTH_IN_GRID)} })
  else link.href = first.imageUrl
  document.head.append(link)
}
if (screen === 'portal') {
  ask('/api/business/' + slug).catch(() => undefined)
  showFirst(ask('/api/cars?businessSlug=' + slug)).catch(() => undefined)
}
window.early = { answers, at: performance.now() }
// The first formatter of a page takes a slow telephone 100 ms: here nothing else waits for them.
new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(1)
`
