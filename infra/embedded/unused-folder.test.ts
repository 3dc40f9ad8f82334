import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDataFolder, openDataFolder } from './data-folder.ts'
import { keepSecrets } from './secrets.ts'
import { removeEmpty, removeUnused } from './unused-folder.ts'

let folder: string
let data: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-unused-'))
  data = join(folder, 'some/data')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('a data folder that has been made and holds nothing but secrets and empty folders goes, with those that it is in', () => {
  const made = openDataFolder(data)
  const unlock = lockDataFolder(data)
  keepSecrets(data, {})
  for (const name of ['mails', 'objects/forecourt-files']) mkdirSync(join(data, name), { recursive: true })

  removeUnused(data)
  unlock()
  removeEmpty(made)

  expect(made).toEqual([join(folder, 'some'), data])
  expect(readdirSync(folder)).toEqual([])
})

test.each(['postgres/PG_VERSION', 'objects/a/b', 'mails/1.eml', 'postgres.location', 'mails/secrets.json', 'lock.1'])(
  'one that holds %s stays as it is, with its secrets',
  (name) => {
    const made = openDataFolder(data)
    const { MASTER_KEY } = keepSecrets(data, {})
    mkdirSync(join(data, name, '..'), { recursive: true })
    writeFileSync(join(data, name), 'x')

    removeUnused(data)
    removeEmpty(made)

    expect(readFileSync(join(data, name), 'utf8')).toBe('x')
    expect(keepSecrets(data, {}).MASTER_KEY).toBe(MASTER_KEY)
  },
)

test('one that was there has not been made, nor has any that it is in', () => {
  mkdirSync(data, { recursive: true, mode: 0o700 })

  expect(openDataFolder(data)).toEqual([])
})
