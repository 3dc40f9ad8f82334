import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unlessStopped } from '@forecourt/infra/embedded/stop-signal.ts'
import { type Platform, startPlatform } from '../platform/platform.ts'

/**
 * The product without proxies on its ways and with the limits of production, for as long as the work takes. When it is to
 * stop, all of it has ended by the time that this rejects.
 */
export async function onQuietPlatform<T>(stop: AbortSignal, work: (platform: Platform) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-chaos-'))
  try {
    await using platform = await startPlatform({
      folder,
      smallDisks: false,
      proxies: false,
      rateLimitFactor: '1',
      say: console.log,
    })
    return await unlessStopped(stop, () => work(platform))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
