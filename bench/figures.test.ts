import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CannotKeep, checkFigures, keepFigures, readFigures } from './figures.ts'

const isRoot = process.getuid?.() === 0
const kept = (at: string) => ({ at, goals: [] })

/** Where figures may be kept: neither the file nor its folder is there. */
function place() {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-figures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return { results: join(folder, 'test-results'), file: join(folder, 'test-results', 'bench.json') }
}

it('keeps the figures of each benchmark beside those of the others, and nothing else in their folder', () => {
  const { results, file } = place()
  checkFigures(file)
  expect(readdirSync(results)).toEqual([])

  for (const [name, at] of [
    ['append', '1'],
    ['start', '2'],
    ['append', '3'],
  ] as const)
    keepFigures(file, name, kept(at))

  expect(readFigures(file)).toEqual({ append: kept('3'), start: kept('2') })
  expect(readdirSync(results)).toEqual(['bench.json'])
})

it.each([
  ['half a file', '{ half'],
  ['something else', '[]'],
  ['what no benchmark has kept', '{"append":{"seconds":3}}'],
])('says in a sentence that there is %s, before anything is measured, and leaves it as it is', (_what, text) => {
  const { results, file } = place()
  mkdirSync(results)
  writeFileSync(file, text)
  for (const attempt of [() => checkFigures(file), () => keepFigures(file, 'append', kept('1'))]) {
    expect(attempt).toThrow(CannotKeep)
    expect(attempt).toThrow(`${file}: it has something else in it, or half of them. Move it away.`)
  }
  expect(readFileSync(file, 'utf8')).toBe(text)
})

it('says in a sentence that a folder is in the place of the file, or a file in that of its folder', () => {
  const { results, file } = place()
  mkdirSync(file, { recursive: true })
  expect(() => checkFigures(file)).toThrow(`${file}: a folder is in its place. Move it away.`)
  rmSync(results, { recursive: true })
  writeFileSync(results, '')
  expect(() => checkFigures(file)).toThrow(`${results}: a file is in its place. Move it away.`)
})

it('says in a sentence that this user may not write the file, or nothing beside it', ({ skip }) => {
  skip(isRoot, 'root may write everywhere')
  const { results, file } = place()
  mkdirSync(results)
  writeFileSync(file, '{}')
  chmodSync(file, 0o444)
  expect(() => checkFigures(file)).toThrow(
    `${file}: this user may not write there. Give it to this user, or move it away.`,
  )
  chmodSync(file, 0o644)
  chmodSync(results, 0o555)
  expect(() => checkFigures(file)).toThrow(`${results}: this user may not write there.`)
  chmodSync(results, 0o755)
})

it('leaves the file as it was when its writing is cut short', () => {
  const { results, file } = place()
  keepFigures(file, 'append', kept('1'))
  const fails = { ...kept('2'), toJSON: () => expect.unreachable('the disk is full') }
  expect(() => keepFigures(file, 'start', fails)).toThrow('the disk is full')
  expect(readFigures(file)).toEqual({ append: kept('1') })
  expect(readdirSync(results)).toEqual(['bench.json'])
})

it('keeps what another run keeps at the same time', () => {
  const { file } = place()
  let isFirst = true
  const beside = {
    ...kept('2'),
    // Asked for after the file was read and before it is replaced.
    toJSON() {
      if (isFirst) writeFileSync(file, JSON.stringify({ append: kept('1') }))
      isFirst = false
      return kept('2')
    },
  }
  keepFigures(file, 'start', beside)
  expect(readFigures(file)).toEqual({ append: kept('1'), start: kept('2') })
})
