import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { asOrdinaryUser } from '../testing/ordinary-user.ts'
import { lockDataFolder, openDataFolder, removeStale } from './data-folder.ts'
import { identify } from './processes.ts'
import { keepSecrets } from './secrets.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-data-'))
})

afterEach(() => rmSync(folder, { recursive: true }))

describe('the data folder', () => {
  test('is made when it is not there, closed to other users', () => {
    const inner = join(folder, 'some/where')

    openDataFolder(inner)

    expect(statSync(inner).mode & 0o077).toBe(0)
  })

  test('that is there is closed to other users as well, unless it holds something else', () => {
    chmodSync(folder, 0o755)
    openDataFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)

    keepSecrets(folder, {})
    chmodSync(folder, 0o755)
    openDataFolder(folder)
    expect(statSync(folder).mode & 0o777).toBe(0o700)

    const home = join(folder, 'home')
    mkdirSync(join(home, 'letters'), { recursive: true })
    chmodSync(home, 0o755)
    expect(() => openDataFolder(home)).toThrow(/open to other users and holds something else.*FORECOURT_DATA/)
    expect(statSync(home).mode & 0o777).toBe(0o755)
  })

  test('that is a file, or below one, is refused in one sentence', () => {
    writeFileSync(join(folder, 'file'), '')

    expect(() => openDataFolder(join(folder, 'file'))).toThrow(/a file is in its place.*FORECOURT_DATA/)
    expect(() => openDataFolder(join(folder, 'file/below'))).toThrow(
      `The data folder ${join(folder, 'file/below')} cannot be made: a file is in its place (${join(folder, 'file')}).`,
    )
  })

  test.skipIf(!existsSync('/proc/self'))(
    'is refused where the system takes none, instead of trying for ever (needs /proc)',
    () => {
      expect(() => openDataFolder('/proc/forecourt/data')).toThrow(
        /\/proc\/forecourt\/data cannot be made: no folder can be made there \(\/proc\)\. FORECOURT_DATA/,
      )
    },
  )

  test('is refused where this user may not make it, and the folder that keeps them out is named', () => {
    chmodSync(folder, 0o555)
    const inner = join(folder, 'some/where')

    expect(() => asOrdinaryUser(() => openDataFolder(inner))).toThrow(
      `The data folder ${inner} cannot be made: permission denied (${folder}). FORECOURT_DATA names another one.`,
    )
  })

  test('belongs to one run at a time', () => {
    const unlock = lockDataFolder(folder)

    expect(() => lockDataFolder(folder)).toThrow(`already (process ${process.pid})`)
    unlock()
    lockDataFolder(folder)()

    expect(readdirSync(folder)).toEqual([])
  })

  test('that a killed run had locked is taken over', async () => {
    const killed = spawn('sleep', ['60'])
    writeFileSync(join(folder, 'lock'), JSON.stringify(identify(killed.pid ?? 0)))
    expect(() => lockDataFolder(folder)).toThrow(`already (process ${killed.pid})`)
    killed.kill('SIGKILL')
    await once(killed, 'exit')

    lockDataFolder(folder)()
  })

  test('is not taken for locked because another process has the old number today', () => {
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, startedAt: 'long ago' }))

    expect(() => lockDataFolder(folder)).not.toThrow()
  })

  test('that was found stale by two at once is left to whoever took it over first', () => {
    const stale = { pid: process.pid, startedAt: 'long ago' }
    const lock = join(folder, 'lock')
    writeFileSync(lock, JSON.stringify(stale))
    // The other one was faster: it has removed the stale lock, and the folder is its own.
    lockDataFolder(folder)

    removeStale(lock, stale)

    expect(() => lockDataFolder(folder)).toThrow(`already (process ${process.pid})`)
    expect(readdirSync(folder)).toEqual(['lock'])
  })

  test('whose lock was cut off half written is taken over', () => {
    writeFileSync(join(folder, 'lock'), '{"pid":')

    expect(() => lockDataFolder(folder)).not.toThrow()
  })
})

describe('the secrets', () => {
  test('are made once, kept to their owner, and the keys are what the services expect', () => {
    const secrets = keepSecrets(folder, {})

    expect(keepSecrets(folder, {})).toEqual(secrets)
    expect(statSync(join(folder, 'secrets.json')).mode & 0o077).toBe(0)
    expect(Buffer.from(secrets.MASTER_KEY, 'base64')).toHaveLength(32)
    expect(Buffer.from(secrets.LOOKUP_KEY, 'base64')).toHaveLength(32)
    expect(new Set(Object.values(secrets)).size).toBe(8)
  })

  test('of a folder from before the log was sealed get a key for that, once, and stay what they are', () => {
    const { SEAL_KEY: _, ...before } = keepSecrets(folder, {})
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(before))

    const secrets = keepSecrets(folder, {})
    expect(secrets).toMatchObject(before)
    expect(keepSecrets(folder, {})).toEqual(secrets)
  })

  test('that are given in the environment go before, and are not written down', () => {
    keepSecrets(folder, {})

    expect(keepSecrets(folder, { SESSION_SECRET: 'given', MASTER_KEY: '' }).SESSION_SECRET).toBe('given')
    expect(keepSecrets(folder, { MASTER_KEY: '' }).MASTER_KEY).not.toBe('')
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toContain('given')
  })

  test('are never made anew over a broken file, which would lock the data away', () => {
    writeFileSync(join(folder, 'secrets.json'), '{')

    expect(() => keepSecrets(folder, {})).toThrow(/secrets.json is broken/)
  })
})
