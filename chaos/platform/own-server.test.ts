import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readIdentity } from '@forecourt/infra/embedded/data-folder.ts'
import { identify } from '@forecourt/infra/embedded/processes.ts'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Circumstances, keepServer, type Program } from './own-server.ts'
import { eventStore } from './production-parts.ts'

/** Answers as an EventStoreDB does that can work. */
const SERVER: Program = {
  ...eventStore(process.execPath),
  name: 'server',
  args: (port) => ['-e', `require('node:http').createServer((_, answer) => answer.end()).listen(${port}, '127.0.0.1')`],
}

it('one that is ended on purpose is started again, and answers when that is over', async () => {
  const { folder, said, crashed, ...circumstances } = stage()
  await using server = await keepServer(SERVER, { folder, crashed, ...circumstances })
  const before = pidIn(folder)
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const struck = vi.fn<() => void>()
    await server.restart(signal, struck)
    expect(struck).toHaveBeenCalledOnce()
    expect(await SERVER.answers(server.port, AbortSignal.timeout(5_000))).toBe(true)
  }
  expect(pidIn(folder)).not.toBe(before)
  expect(crashed).not.toHaveBeenCalled()
  expect(said).toEqual(['server ended and is started again', 'server ended and is started again'])
})

it('one that ends by itself is told of, and started again', async () => {
  const { folder, crashed, ...circumstances } = stage()
  await using server = await keepServer(SERVER, { folder, crashed, ...circumstances })
  const before = pidIn(folder) ?? 0
  process.kill(before, 'SIGKILL')
  await vi.waitFor(() => expect(pidIn(folder) ?? before).not.toBe(before), { timeout: 20_000 })
  expect(crashed).toHaveBeenCalledOnce()
  await vi.waitFor(async () => expect(await SERVER.answers(server.port, AbortSignal.timeout(1_000))).toBe(true), {
    timeout: 20_000,
  })
})

it('one that stands still goes on when it is let', async () => {
  const circumstances = stage()
  await using server = await keepServer(SERVER, circumstances)
  const goOn = server.freeze()
  expect(await SERVER.answers(server.port, AbortSignal.timeout(300))).toBe(false)
  goOn?.()
  expect(await SERVER.answers(server.port, AbortSignal.timeout(5_000))).toBe(true)
})

it('none is left when it is closed', async () => {
  const circumstances = stage()
  const server = await keepServer(SERVER, circumstances)
  const pid = pidIn(circumstances.folder) ?? 0
  expect(identify(pid)).toBeDefined()
  await server[Symbol.asyncDispose]()
  expect(identify(pid)).toBeUndefined()
  await server.restart('SIGKILL', () => expect.unreachable('there is none'))
  expect(server.freeze()).toBeUndefined()
})

it.each([
  ['cannot be run', { ...SERVER, command: '/nowhere/to-be-found' }],
  [
    'has ended before it answered',
    { ...SERVER, args: () => ['-e', 'console.log("EVENTSTORE_COMMAND must name"); process.exit(1)'] },
  ],
])('whoever starts one that %s hears so, and what to do', async (what, program) => {
  await expect(keepServer(program, stage())).rejects.toThrow(`${program.command} ${what}: EVENTSTORE_COMMAND must name`)
})

it.each([
  ['is launched', (stopping: AbortController) => stopping.abort(new Error('enough'))],
  // When the port is known, and the server is being launched.
  ['answers', (stopping: AbortController) => setImmediate(() => stopping.abort(new Error('enough')))],
])('nothing is left of one that is to stop before it %s', async (_what, stop) => {
  const stopping = new AbortController()
  const circumstances = { ...stage(), stop: stopping.signal }
  const starting = keepServer(SERVER, circumstances)
  stop(stopping)
  await expect(starting).rejects.toThrow('enough')
  expect(pidIn(circumstances.folder)).toBeUndefined()
})

it('one that does not end when it is told to is ended', async () => {
  const stubborn = {
    ...SERVER,
    args: (port: number) => ['-e', `process.on('SIGTERM', () => {}); ${SERVER.args(port, '')[1]}`],
  }
  const circumstances = stage()
  await using server = await keepServer(stubborn, circumstances)
  const before = pidIn(circumstances.folder)
  await server.restart('SIGTERM', () => {})
  expect(pidIn(circumstances.folder)).not.toBe(before)
  expect(circumstances.crashed).not.toHaveBeenCalled()
})

it('is not waited for once it is to stop', async () => {
  const stopping = new AbortController()
  const silent = { ...SERVER, args: () => ['-e', 'setInterval(() => {}, 1_000)'] }
  const circumstances = { ...stage(), stop: stopping.signal }
  const starting = keepServer(silent, circumstances).catch(String)
  await vi.waitFor(() => expect(pidIn(circumstances.folder)).toBeDefined(), { timeout: 20_000 })
  stopping.abort(new Error('enough'))
  expect(await starting).toBe('Error: enough')
  expect(pidIn(circumstances.folder)).toBeUndefined()
})

const pidIn = (folder: string): number | undefined => readIdentity(join(folder, 'run', 'server.pid'))?.pid

/** An empty folder of a platform, and what is heard. */
function stage(): Circumstances & { readonly said: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-server-'))
  for (const name of ['run', 'logs']) mkdirSync(join(folder, name))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const said: string[] = []
  return {
    folder,
    said,
    say: (line) => void said.push(line),
    crashed: vi.fn<() => void>(),
    stop: new AbortController().signal,
  }
}
