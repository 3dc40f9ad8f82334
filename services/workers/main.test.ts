import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { getPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const SETTINGS = {
  MASTER_KEY: Buffer.alloc(32).toString('base64'),
  LOOKUP_KEY: Buffer.alloc(32).toString('base64'),
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'bookings@forecourt.example',
  PUBLIC_URL: 'http://localhost:3000',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_BUCKET: 'files',
  PORT: '0',
}

const startWorkers = (env: Readonly<Record<string, string>>): ChildProcessByStdio<null, null, Readable> =>
  spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
    env: { ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

describe('the workers process', () => {
  it('says in one line what its configuration lacks, and ends', { timeout: 240_000 }, async () => {
    const child = startWorkers(SETTINGS)
    const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(complaint).toBe('workers: DATABASE_URL is not set\n')
  })

  it('does not give way before it is connected: on a busy machine it would never be', {
    timeout: 240_000,
  }, async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = silent.address()
    if (address === null || typeof address === 'string') throw new Error('it listens on a port')
    const child = startWorkers({
      ...SETTINGS,
      DATABASE_URL: `postgres://forecourt@127.0.0.1:${address.port}/forecourt`,
    })
    try {
      await once(silent, 'connection')
      expect(getPriority(child.pid)).toBe(getPriority())
    } finally {
      child.kill('SIGKILL')
      silent.close()
    }
  })
})
