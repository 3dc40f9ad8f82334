import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'

const DESCRIPTION =
  '<meta name="description" content="A portal for your customers, a desk for your staff, and one diary in which no car is ever given to two people." />'
const LANDING = 'src/app/routes/landing.tsx'

/**
 * Writes `landing.html` beside `index.html`: the same page with the landing page's markup, its styles and its font in it,
 * so that owners read before a script has run. Rendered by React itself from the same components, in a build of its own. What
 * they press before it has come to life is kept by a small script that comes first.
 */
export function prerenderLanding(): Plugin {
  let root = ''
  return {
    name: 'forecourt:prerender-landing',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const shell = bundle['index.html']
        const chunk = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId === join(root, LANDING),
        )
        // The build of the markup itself, or of the service worker.
        if (shell?.type !== 'asset' || chunk?.type !== 'chunk') return
        const font = Object.keys(bundle).find((file) => /schibsted.*\.woff2$/.test(file))
        const linked = new Set([
          `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`,
          ...stylesOf(chunk, bundle).map((file) => `<link rel="stylesheet" crossorigin href="/${file}" />`),
          ...[chunk.fileName, ...chunk.imports].map(
            (file) => `<link rel="modulepreload" crossorigin href="/${file}" />`,
          ),
        ])
        const early = this.emitFile({ type: 'asset', name: 'early-presses.js', source: keepPresses })
        const isThere = (tag: string) => String(shell.source).includes(/href="[^"]*"/.exec(tag)?.[0] ?? tag)
        const head = [DESCRIPTION, ...[...linked].filter((tag) => !isThere(tag))]
        const source = String(shell.source)
          .replace(/\s*<noscript>.*<\/noscript>/, '')
          .replace(
            '<script type="module"',
            `<script type="module" async crossorigin src="/${this.getFileName(early)}"></script>\n    <script type="module"`,
          )
          .replace('</head>', `  ${head.join('\n    ')}\n  </head>`)
          .replace('<div id="app"></div>', `<div id="app">${await markup(root)}</div>`)
        this.emitFile({ type: 'asset', fileName: 'landing.html', source })
      },
    },
  }
}

/**
 * What runs in the browser: presses again, in their order, what was pressed until `wakeLanding` says that the page has come to
 * life. Whoever has gone on meanwhile, by a link or by Escape, is not called back.
 */
const keepPresses = `
const { dataset } = document.documentElement
if (dataset.landing !== 'awake') {
  const pressed = []
  const forget = () => pressed.splice(0)
  const keep = ({ target }) => {
    const button = target.closest('#app button')
    if (button) pressed.push(button)
    else if (target.closest('a')) forget()
  }
  const escape = ({ key }) => key === 'Escape' && forget()
  addEventListener('click', keep, true)
  addEventListener('keydown', escape, true)
  addEventListener('landingawake', () => {
    removeEventListener('click', keep, true)
    removeEventListener('keydown', escape, true)
    for (const button of pressed) button.click()
  }, { once: true })
  dataset.landing = 'waking'
}
`

/** Style sheets of a chunk and of everything that it imports. */
function stylesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): string[] {
  const imported = chunk.imports.flatMap((file) => {
    const other = bundle[file]
    return other?.type === 'chunk' && !other.isEntry ? stylesOf(other, bundle) : []
  })
  return [...imported, ...(chunk.viteMetadata?.importedCss ?? [])]
}

async function markup(root: string): Promise<string> {
  const folder = join(root, `../node_modules/.cache/forecourt/markup-${process.pid}`)
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'warn',
      plugins: [react()],
      build: { ssr: 'src/landing-markup.tsx', outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
    })
    const { landingMarkup } = await import(pathToFileURL(join(folder, 'landing-markup.js')).href)
    return landingMarkup()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
