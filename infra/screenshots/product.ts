import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../embedded/ports.ts'
import { ROOT } from '../verify/project.ts'

/** A running product: where browsers find it, and the data folder that it runs from. */
export interface Product {
  readonly origin: string
  readonly dataFolder: string
}

/**
 * Starts the product with a data folder of its own, hands it on, and leaves nothing behind. With `FORECOURT_URL` it is the
 * one that runs there already, from the folder `FORECOURT_DATA`.
 */
export async function withProduct(use: (product: Product) => Promise<void>): Promise<void> {
  const { FORECOURT_URL: running, FORECOURT_DATA: dataOfRunning = join(ROOT, '.data') } = process.env
  if (running !== undefined) return await use({ origin: running, dataFolder: dataOfRunning })
  const dataFolder = mkdtempSync(join(tmpdir(), 'forecourt-screenshots-'))
  const port = await freePort()
  const product = spawn(process.execPath, [join(ROOT, 'infra/embedded/main.ts')], {
    // One browser on one address stands for many visitors.
    env: { ...process.env, PORT: String(port), FORECOURT_DATA: dataFolder, RATE_LIMIT_FACTOR: '100' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(product, 'close')
  try {
    const origin = `http://localhost:${port}`
    for (;;) {
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
      if (answer?.ok === true) break
      if (product.exitCode !== null) throw new Error('the product did not start')
      await wait(250)
    }
    await use({ origin, dataFolder })
  } finally {
    product.kill('SIGTERM')
    await ended
    rmSync(dataFolder, { recursive: true, force: true })
  }
}
