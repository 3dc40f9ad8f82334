import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

describe('the workers process', () => {
  it('says in one line what its configuration lacks, and ends', { timeout: 240_000 }, async () => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url))], {
      env: {
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
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(complaint).toBe('workers: DATABASE_URL is not set\n')
  })
})
