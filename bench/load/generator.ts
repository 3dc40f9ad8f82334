import { Worker } from 'node:worker_threads'
import type { Load, Measured, Order, Said } from './load.ts'

/** Makes load from a thread of its own, which stays warm from one run to the next. */
export interface Generator extends AsyncDisposable {
  /**
   * Runs all loads at once for so long.
   * @returns what came of each, in their order
   * @throws when an answer is not the expected one
   */
  run(loads: readonly Load[], milliseconds: number): Promise<readonly Measured[]>
}

/** Starts the thread. */
export function startGenerator(): Generator {
  const worker = new Worker(new URL('worker.ts', import.meta.url))
  return {
    run: (loads, milliseconds) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', ({ measured, error }: Said) => {
          worker.off('error', reject)
          if (measured === undefined) reject(new Error(error))
          else resolve(measured)
        })
        const order: Order = { loads, milliseconds }
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin, unlike windows
        worker.postMessage(order)
      }),
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
