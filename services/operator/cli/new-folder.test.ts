import {
  chmodSync,
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
import { asOrdinaryUser } from '@forecourt/infra/testing/ordinary-user.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UsageError } from './command.ts'
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

it('is wrong use where the file system knows no new names, and not tried for ever', async () => {
  const out = join('/proc', String(process.pid), 'below', 'evidence')
  await expect(inNewFolder(out, async () => undefined)).rejects.toEqual(
    new UsageError(`${out} cannot be written: no folder can be made there (/proc/${process.pid})`),
  )
})

it('is wrong use below what is a file, which is named', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const out = join(file, 'evidence')
  await expect(inNewFolder(out, async () => undefined)).rejects.toEqual(
    new UsageError(`${out} cannot be written: a file is in its place (${file})`),
  )
})

it('is wrong use where this user may not write, which is said of the folder that is there', async () => {
  chmodSync(folder, 0o555)
  const out = join(folder, 'below', 'evidence')
  await expect(asOrdinaryUser(() => inNewFolder(out, async () => undefined))).rejects.toEqual(
    new UsageError(`${out} cannot be written: permission denied (${folder})`),
  )
})

it('that cannot be filled to its end is no wrong use, and what stands in the way is said in words', async () => {
  const out = join(folder, 'evidence')
  const failing = inNewFolder(out, async (part) => {
    mkdirSync(join(part, 'a'))
    writeFileSync(join(part, 'a'), '')
  })
  await expect(failing).rejects.toEqual(new Error(`${out} cannot be written: a folder is in its place`))
  const elsewhere = inNewFolder(out, async () => void readFileSync(join(folder, 'nothing')))
  await expect(elsewhere, 'it is said as it is').rejects.toMatchObject({ code: 'ENOENT' })
  expect(readdirSync(folder)).toEqual([])
})
