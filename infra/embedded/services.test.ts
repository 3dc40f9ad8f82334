import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProgress } from './progress.ts'
import { publishEnvironment, startServices } from './services.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-services-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('the services', () => {
  test('are given up all together at the first that does not come up, with its words', {
    timeout: 240_000,
  }, async () => {
    // None can come up: three lack their database's address, one gets no connection. Which ends first is the machine's.
    const environment = {
      QUERY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere',
      PUBLIC_URL: 'http://localhost:3000',
      SESSION_SECRET: 'x'.repeat(32),
      LOOKUP_KEY: Buffer.alloc(32).toString('base64'),
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_BUCKET: 'files',
    }
    const progress = createProgress(() => {})

    await expect(startServices(folder, environment, progress, new AbortController().signal)).rejects.toThrow(
      /^(?:(?:command|projector|workers) does not start: .*DATABASE_URL is not set|query does not start: .*ECONNREFUSED)/,
    )
    expect(readdirSync(join(folder, 'run'))).toEqual([])
  })
})

describe('the environment for the operators', () => {
  const values = {
    APOSTROPHE: "o'clock",
    QUOTES: `it's "so"`,
    PLACE: 'C:\\new',
    BOTH: "it's `so`",
    HASH: ' # $HOME ',
    SECRET: 'ab/+=',
  }

  test('is read by Node as it was, whatever quotes are in it', () => {
    publishEnvironment(folder, values)

    const script = `process.stdout.write(JSON.stringify(Object.fromEntries(${JSON.stringify(Object.keys(values))}.map((name) => [name, process.env[name]]))))`
    const read = spawnSync(process.execPath, [`--env-file=${join(folder, 'environment')}`, '-e', script], {
      encoding: 'utf8',
    })

    expect(JSON.parse(read.stdout)).toEqual(values)
  })

  test('is refused in one line when a value cannot be written down', () => {
    const refused = 'MAIL_FROM has a line end or every kind of quote in it'
    expect(() => publishEnvironment(folder, { MAIL_FROM: `'"\`` })).toThrow(refused)
    expect(() => publishEnvironment(folder, { MAIL_FROM: 'a\nb' })).toThrow(refused)
  })
})
