import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NODE_FLAGS } from '@forecourt/kit/node-flags.ts'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { ROOT } from '../verify/project.ts'

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) })

const DOCUMENTS = ['benchmarks', 'chaos', 'operations', 'operators', 'scaling']

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

it('whatever the documents have somebody type runs with the Node that the bootstrap sees to, and not with their own', () => {
  const { scripts } = Manifest.parse(JSON.parse(read('package.json')))
  const documents = ['README.md', ...DOCUMENTS.map((name) => `docs/${name}.md`)].map(read).join('\n')
  const typed = [...documents.matchAll(/\bnpm\s+(?:run\s+)?([a-z][a-z:-]*)/g)].map(([, name = '']) => name)
  expect(typed).toContain('gallery')
  for (const name of new Set(typed)) expect(scripts[name]).toBe(`node infra/bootstrap/run.mjs ${bootstrapped(name)}`)
  expect(documents).not.toMatch(/\bnpx\b/)
  expect(documents).not.toMatch(/npm (run|test).* -w /)
})

it('npm start has Node run with what every process that serves for weeks runs with', () => {
  const flags = NODE_FLAGS.map((flag) => `'${flag}', `).join('')
  expect(read('infra/bootstrap/run.mjs')).toContain(`start: (args) => [${flags}'infra/embedded/main.ts', ...args]`)
})

const bootstrapped = (name: string) => (name === 'forecourt' ? 'operator' : name)

it.each([
  ['operator', ['help'], 0],
  ['operator', ['no-such-command'], 2],
  ['restore', [], 1],
  ['bench', ['no-such-benchmark'], 2],
] as const)('a command that is through ends, whoever started it: %s %j', async (name, args, code) => {
  const started = spawn(process.execPath, ['infra/bootstrap/run.mjs', name, ...args], { cwd: ROOT, stdio: 'ignore' })
  onTestFinished(() => void started.kill())
  expect(await once(started, 'exit')).toEqual([code, null])
})
