import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyForEverybody } from './postgres-copy.ts'

let folder: string
let original: string
let copy: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-copy-'))
  original = join(folder, 'native')
  copy = join(folder, 'copy')
  // As a checkout under umask 077 has it.
  mkdirSync(join(original, 'bin'), { recursive: true, mode: 0o700 })
  writeFileSync(join(original, 'bin/postgres'), 'new', { mode: 0o700 })
  writeFileSync(join(original, 'settings'), '', { mode: 0o600 })
  symlinkSync('bin/postgres', join(original, 'link'))
})

afterEach(() => rmSync(folder, { recursive: true }))

const mode = (path: string) => statSync(join(copy, path)).mode & 0o777
const isOpen = () => (mode('bin') & 0o005) === 0o005 && (mode('bin/postgres') & 0o005) === 0o005

describe('the copy for another user', () => {
  test('can be read by everybody, although the original cannot', () => {
    copyForEverybody(original, copy, isOpen)

    expect([mode('.'), mode('bin'), mode('bin/postgres'), mode('settings')]).toEqual([0o755, 0o755, 0o755, 0o644])
  })

  test('that cannot be used is made again, and one that can is left alone', () => {
    copyForEverybody(original, copy, isOpen)
    writeFileSync(join(copy, 'bin/postgres'), 'old')
    copyForEverybody(original, copy, isOpen)
    expect(readFileSync(join(copy, 'bin/postgres'), 'utf8')).toBe('old')

    chmodSync(join(copy, 'bin'), 0o700)
    copyForEverybody(original, copy, isOpen)

    expect(readFileSync(join(copy, 'bin/postgres'), 'utf8')).toBe('new')
    expect(isOpen()).toBe(true)
  })
})
