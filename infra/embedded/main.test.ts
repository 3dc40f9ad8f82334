import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from './ports.ts'

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url))

let folder: string
let silent: Server
const connections: Socket[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-main-'))
  silent = createServer((connection) => connections.push(connection)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
})

afterEach(() => {
  for (const connection of connections.splice(0)) connection.destroy()
  silent.close()
  rmSync(folder, { recursive: true })
})

/** The whole product's start, on a database that accepts connections and says nothing. */
async function start(...options: readonly string[]) {
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const child = spawn(process.execPath, [PROGRAM, ...options], {
    env: {
      PATH: process.env.PATH ?? '',
      FORECOURT_DATA: join(folder, 'data'),
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${port}/forecourt`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text
  })
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, complaint }))
  return { child, ended }
}

describe('starting on a database that says nothing', () => {
  test('ends in one line after a while', { timeout: 240_000 }, async () => {
    const { ended } = await start()

    expect(await ended).toEqual({
      code: 1,
      complaint: '✗ The database of DATABASE_URL cannot be used: timeout expired.\n',
    })
  })

  test('ends at once and without a word when somebody presses Ctrl-C', async () => {
    const { child, ended } = await start()
    await once(silent, 'connection')
    const asked = performance.now()

    child.kill('SIGINT')

    expect(await ended).toEqual({ code: 0, complaint: '' })
    expect(performance.now() - asked).toBeLessThan(8_000)
  })
})

test('an option is refused, as there are none: nobody thinks that theirs was taken', async () => {
  const { ended } = await start('--port', '5')

  expect(await ended).toEqual({
    code: 1,
    complaint: '✗ There are no options: settings are variables, as in PORT=3001 npm start\n',
  })
})
