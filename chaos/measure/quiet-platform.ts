import { unlessStopped } from '@forecourt/infra/embedded/stop-signal.ts'
import { type Platform, startPlatform } from '../platform/platform.ts'
import { openRunFolder } from '../platform/run-folder.ts'

/**
 * The product without proxies on its ways and with the limits of production, for as long as the work takes. When it is to
 * stop, all of it has ended by the time that this rejects.
 */
export async function onQuietPlatform<T>(stop: AbortSignal, work: (platform: Platform) => Promise<T>): Promise<T> {
  using folder = openRunFolder()
  await using platform = await startPlatform({
    folder: folder.path,
    smallDisks: false,
    proxies: false,
    rateLimitFactor: '1',
    say: console.log,
    stop,
  })
  return await unlessStopped(stop, () => work(platform))
}
