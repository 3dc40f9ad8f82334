import { dirname, join } from 'node:path'
import { ROOT } from './steps.mjs'

/**
 * The environment for the product's processes: `node` is the right one, and what `npm start` adds about itself is taken
 * out, because an npm inside would take it for its own settings. How to reach the network stays.
 * @param {string} node path of the Node program
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentFor(node) {
  const kept =
    /^npm_config_(registry|cache|userconfig|globalconfig|(https?_|no)?proxy|ca|cafile|strict_ssl|offline|prefer_offline|fetch_\w+)$/i
  const entries = Object.entries(process.env).filter(
    ([name]) => name !== 'INIT_CWD' && (!/^npm_/i.test(name) || kept.test(name)),
  )
  const environment = Object.fromEntries(entries)
  return {
    // Compiled code, and our TypeScript without its types, is kept between starts: a third of the time and less memory.
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
    ...environment,
    PATH: `${dirname(node)}:${environment.PATH ?? ''}`,
  }
}
