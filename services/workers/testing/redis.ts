import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@forecourt/infra/embedded/ports.ts'
import { Redis } from 'ioredis'

/** Starts Debian's `redis-server` on a free port with nothing on disk; undefined when it is not installed. */
export async function redisForTests(): Promise<
  { readonly url: string; readonly stop: () => Promise<void> } | undefined
> {
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'forecourt-redis-'))
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
    { stdio: 'ignore' },
  )
  const started = await once(server, 'spawn').then(
    () => true,
    () => false,
  )
  if (!started) {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  const url = `redis://127.0.0.1:${port}`
  const probe = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null })
  probe.on('error', () => {})
  await probe.ping()
  await probe.quit()
  return {
    url,
    async stop() {
      const exited = once(server, 'exit')
      server.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Empties the Redis: tests share one, and workers that end leave behind what nobody has begun. */
export async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url)
  try {
    await redis.flushall()
  } finally {
    redis.disconnect()
  }
}
