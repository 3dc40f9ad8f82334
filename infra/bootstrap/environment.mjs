import { dirname } from 'node:path'

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
  return { ...environment, PATH: `${dirname(node)}:${environment.PATH ?? ''}` }
}
