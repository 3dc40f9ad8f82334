import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const PORTAL = 'src/app/routes/portal.tsx'

/**
 * Puts a small script before the app's own, which has the browser fetch what a portal needs, its files and what it asks the
 * server first, all at once. Without it each waits for the one that names it, and on a slow network that is a second or two.
 * The page itself cannot name them: it is the same for every address.
 */
export function earlyPortal(): Plugin {
  let root = ''
  return {
    name: 'forecourt:early-portal',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const shell = bundle['index.html']
        const portal = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId === join(root, PORTAL),
        )
        // The build of the landing page's markup, or of the service worker.
        if (shell?.type !== 'asset' || portal?.type !== 'chunk') return
        const chunks = [...withImports(portal, bundle)]
        const styles = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
        const source = script([...new Set(chunks.map(({ fileName }) => fileName))], [...new Set(styles)])
        const reference = this.emitFile({ type: 'asset', name: 'early-portal.js', source })
        shell.source = String(shell.source).replace(
          '<script type="module"',
          `<script type="module" async crossorigin src="/${this.getFileName(reference)}"></script>\n    <script type="module"`,
        )
      },
    },
  }
}

/** A chunk and all that it imports. */
function* withImports(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  seen = new Set<string>(),
): Generator<Rolldown.OutputChunk> {
  if (seen.has(chunk.fileName)) return
  seen.add(chunk.fileName)
  yield chunk
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') yield* withImports(imported, bundle, seen)
  }
}

/**
 * What runs in the browser. The calls are those of `features/business/api.ts` and `features/portal/api.ts`, and asked with
 * credentials as they are: an answer to another kind of question would be thrown away, and the call made twice.
 */
const script = (scripts: readonly string[], styles: readonly string[]): string => `
const slug = /^\\/([a-z0-9-]+)\\/portal$/.exec(location.pathname)?.[1]
if (slug !== undefined) {
  const early = (rel, as, path, crossOrigin = 'anonymous') => document.head.append(Object.assign(document.createElement('link'), { rel, as, href: '/' + path, crossOrigin }))
  for (const path of ['api/business/' + slug, 'api/cars?businessSlug=' + slug]) early('preload', 'fetch', path, 'use-credentials')
  for (const path of ${JSON.stringify(styles)}) early('preload', 'style', path)
  for (const path of ${JSON.stringify(scripts)}) early('modulepreload', 'script', path)
}
`
