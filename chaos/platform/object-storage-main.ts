import { createS3Server } from '@forecourt/infra/embedded/s3/server.ts'
import { z } from 'zod'

/**
 * The object storage as a process of its own, so that it can be killed as everything else. Its port and its folder are given,
 * who may use it is in the environment.
 */
const [, , port, dir] = process.argv
if (dir === undefined) throw new Error('which port, which folder?')
const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_BUCKET } = z
  .object({ S3_ACCESS_KEY_ID: z.string(), S3_SECRET_ACCESS_KEY: z.string(), S3_BUCKET: z.string() })
  .parse(process.env)

const server = createS3Server({
  dir,
  keys: { [S3_ACCESS_KEY_ID]: S3_SECRET_ACCESS_KEY },
  buckets: [S3_BUCKET],
  onError: (error) => console.error(error),
})
process.once('SIGTERM', () => void server.close().finally(() => process.exit()))
await server.listen(Number(port))
