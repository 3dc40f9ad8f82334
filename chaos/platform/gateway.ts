import { createGateway, listen, type Upstream } from '@forecourt/infra/embedded/gateway.ts'
import { WEB_DIST } from '@forecourt/infra/embedded/web-build.ts'
import { z } from 'zod'

/**
 * The gateway as a process of its own, so that it can be killed as everything else: one address for browsers, in front of
 * several command processes.
 */
const addresses = z.string().transform((text) => text.split(','))

const settings = z
  .object({
    PORT: z.coerce.number(),
    PUBLIC_URL: z.string(),
    QUERY_URLS: addresses,
    COMMAND_URLS: addresses,
    STORAGE_URL: z.string(),
    S3_BUCKET: z.string(),
  })
  .parse(process.env)

const front = await listen(
  createGateway({
    publicUrl: settings.PUBLIC_URL,
    webFolder: WEB_DIST,
    query: inTurn(settings.QUERY_URLS),
    command: inTurn(settings.COMMAND_URLS),
    storage: { bucket: settings.S3_BUCKET, url: () => settings.STORAGE_URL },
    uploadOrigins: [],
    isReady: () => true,
  }),
  settings.PORT,
)
process.once('SIGTERM', () => void front.close().finally(() => process.exit()))

function inTurn(urls: readonly string[]): Upstream {
  let turn = 0
  return () => {
    turn += 1
    return urls[turn % urls.length]
  }
}
