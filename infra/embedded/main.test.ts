import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from './ports.ts'
import { keepSecrets } from './secrets.ts'

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

function silentPort(): number {
  const address = silent.address()
  if (address === null || typeof address === 'string') throw new Error('listening on a port gives a port')
  return address.port
}

/** The whole product's start, on a database that accepts connections and says nothing. */
async function start(options: readonly string[] = [], settings: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [PROGRAM, ...options], {
    env: {
      PATH: process.env.PATH ?? '',
      FORECOURT_DATA: join(folder, 'data'),
      PORT: String(await freePort()),
      DATABASE_URL: `postgres://somebody:secret@127.0.0.1:${silentPort()}/forecourt`,
      ...settings,
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

    child.kill('SIGINT')

    // Whoever waits for the database instead ends with another code, and says so.
    expect(await ended).toEqual({ code: 0, complaint: '' })
    expect(readdirSync(folder), 'nothing was sealed with its secrets').toEqual([])
  })
})

/** How a start on a port that somebody has ends. */
const taken = () => ({ code: 1, complaint: expect.stringContaining(`✗ Port ${silentPort()} is taken`) })

describe('a start that is refused', () => {
  test('leaves nothing of the data folder that it has made, nor of those that this is in', async () => {
    const data = join(folder, 'some/where/data')
    const { ended } = await start([], { PORT: String(silentPort()), FORECOURT_DATA: data })

    expect(await ended).toEqual(taken())
    expect(readdirSync(folder)).toEqual([])
  })

  test('leaves a data folder that was there, with all that is in it', async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 })
    const { MASTER_KEY } = keepSecrets(join(folder, 'data'), {})
    const { ended } = await start([], { PORT: String(silentPort()) })

    expect(await ended).toEqual(taken())
    expect(keepSecrets(join(folder, 'data'), {}).MASTER_KEY).toBe(MASTER_KEY)
  })
})

test('an option is refused, as there are none: nobody thinks that theirs was taken', async () => {
  const { ended } = await start(['--port', '5'])

  expect(await ended).toEqual({
    code: 1,
    complaint: '✗ There are no options: settings are variables, as in PORT=3001 npm start\n',
  })
})
