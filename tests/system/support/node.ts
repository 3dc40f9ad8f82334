import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the whole project. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** What a Node process of the product is given of this process's environment: as `npm start` does, and nothing else. */
export const NODE_ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  // Compiled code is kept between starts, which makes them twice as fast and saves memory.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/node'),
}
