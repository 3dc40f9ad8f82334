import { unlessStopped } from '@forecourt/infra/embedded/stop-signal.ts'
import { type Platform, startPlatform, type Wishes } from '../platform/platform.ts'
import { openRunFolder } from '../platform/run-folder.ts'

/**
 * The product without proxies on its ways and with the limits of production, for as long as the work takes. When it is to
 * stop, all of it has ended by the time that this rejects.
 * @returns whether the work came out well and no process ended by itself meanwhile; else what the processes have written to their
 *   logs is kept
 */
export async function onQuietPlatform(
  { stop, production }: Pick<Wishes, 'stop' | 'production'>,
  work: (platform: Platform) => Promise<boolean>,
): Promise<boolean> {
  using folder = openRunFolder()
  let isWell = false
  try {
    await using platform = await startPlatform({
      folder: folder.path,
      smallDisks: false,
      proxies: false,
      rateLimitFactor: '1',
      production,
      say: console.log,
      stop,
    })
    const cameOutWell = await unlessStopped(stop, () => work(platform))
    for (const { process } of platform.crashes()) console.log(`${process} has ended by itself.`)
    isWell = cameOutWell && platform.crashes().length === 0
    return isWell
  } finally {
    if (!isWell && !stop.aborted) {
      console.log(`All that was kept is in ${folder.path}.`)
      folder.keep()
    }
  }
}
