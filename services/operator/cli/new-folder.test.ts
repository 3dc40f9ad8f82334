import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inNewFolder } from './new-folder.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('is there when all of it is, also by a name with a slash at its end and below one that is not there yet', async () => {
  const out = join(folder, 'below', 'evidence')
  await inNewFolder(`${out}/`, async (part) => {
    writeFileSync(join(part, 'a'), 'b')
    expect(existsSync(out)).toBe(false)
  })
  expect(readFileSync(join(out, 'a'), 'utf8')).toBe('b')
  expect(readdirSync(join(folder, 'below'))).toEqual(['evidence'])
})

it('leaves nothing when it fails, and nothing of anybody else’s is removed', async () => {
  mkdirSync(join(folder, 'evidence.part'))
  const failing = inNewFolder(join(folder, 'evidence'), async () => {
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(readdirSync(folder)).toEqual(['evidence.part'])
})

it('is refused where something is already', async () => {
  await expect(inNewFolder(folder, async () => undefined)).rejects.toMatchObject({ code: 'folder-exists' })
})

it('is refused where a link is that leads nowhere', async () => {
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  await expect(inNewFolder(`${join(folder, 'link')}/`, async () => undefined)).rejects.toMatchObject({
    code: 'folder-exists',
  })
})

it('is refused, and not tried for ever, where the file system knows no new names', async () => {
  const out = join('/proc', String(process.pid), 'below', 'evidence')
  await expect(inNewFolder(out, async () => undefined)).rejects.toMatchObject({ code: 'folder-impossible' })
})

it('is refused below what is a file', async () => {
  writeFileSync(join(folder, 'file'), '')
  const out = join(folder, 'file', 'evidence')
  await expect(inNewFolder(out, async () => undefined)).rejects.toMatchObject({ code: 'folder-impossible' })
})
