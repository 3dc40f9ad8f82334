import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the whole project. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Something that the person at the terminal has to see to: shown as one sentence, without a stack trace. */
export class Stop extends Error {}

/**
 * Runs one slow step and says so, with a sign of life every 15 seconds and the time it took. To stderr: stdout belongs to
 * the command that follows.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(what, work) {
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(1)
  console.error(`… ${what}`)
  const alive = setInterval(() => console.error(`… ${what}: ${seconds()} s so far`), 15_000)
  try {
    const result = await work()
    console.error(`✓ ${what} (${seconds()} s)`)
    return result
  } finally {
    clearInterval(alive)
  }
}
