import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { NODE_FLAGS } from './node-flags.ts'

/** Makes garbage until V8 has gone through all of it, and rests until its memory reducer would look: 300 ms here, and not 8 s. */
const PROGRAM = `
  let kept = []
  for (let index = 0; index < 2_000_000; index += 1) {
    kept.push({ index, name: 'entry ' + index })
    if (kept.length > 500_000) kept = []
  }
  setTimeout(() => {}, 1_500)`

async function reducerOf(flags: readonly string[]): Promise<string> {
  const traced = ['--trace-memory-reducer', '--gc-memory-reducer-start-delay-ms=300']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, ...traced, '--eval', PROGRAM])
  return stdout
}

it('V8 has no memory reducer, which throws away what is compiled when a process makes a pause', async () => {
  expect(await reducerOf([])).toContain('Memory reducer')
  expect(await reducerOf(NODE_FLAGS)).toBe('')
})
