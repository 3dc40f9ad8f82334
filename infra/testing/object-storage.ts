import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createS3Server } from '../embedded/s3/server.ts'

/** A storage server of one test file, with the settings to reach it. */
export interface TestObjectStorage {
  readonly config: {
    readonly endpoint: string
    readonly region: string
    readonly accessKeyId: string
    readonly secretAccessKey: string
    readonly bucket: string
  }
  /** Stops the server and removes its files. */
  stop(): Promise<void>
}

/** Starts the embedded S3 server on a free port with an empty folder of its own. */
export async function startTestObjectStorage(): Promise<TestObjectStorage> {
  const dir = await mkdtemp(path.join(tmpdir(), 'forecourt-objects-'))
  const [accessKeyId, secretAccessKey, bucket] = ['test-key', 'test-secret', 'forecourt']
  const server = createS3Server({ dir, keys: { [accessKeyId]: secretAccessKey } })
  const endpoint = await server.listen()
  return {
    config: { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey, bucket },
    async stop() {
      await server.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
