import { once } from 'node:events'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CannotWrite } from './cannot-write.ts'
import type { Line } from './history.ts'
import { historyOf, readHistory, writeHistory } from './history-file.ts'

const tenant = { businessId: 'b', slug: 's', contactEmail: 'desk@s.example', canary: 'canarys' }
const lines: readonly Line[] = [
  { kind: 'beginning', seed: 7, at: 1, tenants: [tenant] },
  {
    kind: 'request',
    id: '1',
    client: 'clerk',
    businessId: 'b',
    actor: 'member',
    process: null,
    call: 'stats',
    asked: { year: 2026 },
    key: null,
    digest: '',
    seen: '12',
    startedAt: 2,
    endedAt: 3,
    answer: { kind: 'none', why: 'timeout' },
  },
  { kind: 'fault', id: '1', name: 'kill', target: 'query', place: 'query', startedAt: 2, endedAt: 2 },
  { kind: 'missing', process: 'workers', at: 3 },
  { kind: 'crash', process: 'query-1', at: 3, how: 'exit code 1' },
  { kind: 'left', what: '1 mail is due still', at: 4 },
  { kind: 'replayed', at: 4, isSame: true, said: '{}' },
  { kind: 'mail', at: 4, messageId: '<a@b>', to: 'desk@s.example', subject: 'Hello' },
  { kind: 'end', at: 5 },
]

it('a history is read as it was written', async () => {
  const path = await written(lines)
  expect(await readHistory(path)).toEqual(historyOf(lines))
  expect(await readHistory(path)).toMatchObject({
    seed: 7,
    tenants: [tenant],
    missing: [{ process: 'workers' }],
    crashes: [{ process: 'query-1' }],
    left: [{ what: '1 mail is due still' }],
    replays: [{ isSame: true }],
    endedAt: 5,
  })
})

it('a history that was cut off has no end, and one that is none is refused, with the line', async () => {
  expect((await readHistory(await written(lines.slice(0, -1)))).endedAt).toBeUndefined()
  await expect(written(lines.slice(1)).then(readHistory)).rejects.toThrow('begins with its seed')
  const path = await written(lines)
  appendFileSync(path, '{"kind":"request"}\n')
  await expect(readHistory(path)).rejects.toThrow(`${path}:10 is no line of a history`)
})

it('a history that cannot be written says so at once and when it is closed, and ends nobody’s process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unheard: unknown[] = []
  const hear = (error: unknown) => unheard.push(error)
  process.on('uncaughtException', hear)
  onTestFinished(() => void process.off('uncaughtException', hear))
  const path = join(folder, 'history.jsonl')
  // Where a folder is, no file can be written.
  mkdirSync(path)
  const writer = writeHistory(path)
  for (const line of lines) writer.write(line)
  // Meanwhile it comes out, between one line and the next.
  await once(writer.lost, 'abort')
  for (const line of lines) writer.write(line)
  await expect(writer.close()).rejects.toThrow(`${path} cannot be written any more: a folder is in its place.`)
  expect(unheard).toEqual([])
})

it('a history on a disk that is full names its place and what is to be done', async ({ skip }) => {
  const full = '/dev/full'
  skip(!existsSync(full), 'this system has no disk that is always full')
  const writer = writeHistory(full)
  for (const line of lines) writer.write(line)
  await once(writer.lost, 'abort')
  expect(writer.lost.reason).toBeInstanceOf(CannotWrite)
  expect(String(writer.lost.reason)).toContain('/dev/full cannot be written any more: the disk is full: make room.')
  await expect(writer.close()).rejects.toBe(writer.lost.reason)
})

async function written(history: readonly Line[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'history.jsonl')
  const writer = writeHistory(path)
  for (const line of history) writer.write(line)
  await writer.close()
  return path
}
