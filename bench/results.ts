import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { machine } from './machine.ts'

/** Figures of all benchmarks, each under its name, with the machine that they were measured on. */
const FILE = fileURLToPath(new URL('../test-results/bench.json', import.meta.url))

/** Keeps the figures of one benchmark; those of the others stay. */
export function keepResults(name: string, figures: unknown): void {
  const known: unknown = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
  mkdirSync(dirname(FILE), { recursive: true })
  const all = { ...(typeof known === 'object' ? known : {}), [name]: { machine: machine(), figures } }
  writeFileSync(FILE, `${JSON.stringify(all, undefined, 2)}\n`)
}
