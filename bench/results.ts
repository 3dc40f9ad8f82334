import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { machine } from './machine.ts'

/** Something that was to be reached. */
export interface Goal {
  /** What was measured and what it should have been, in words. */
  readonly what: string
  readonly held: boolean
}

const Kept = z.looseObject({
  at: z.string(),
  goals: z.array(z.object({ what: z.string(), held: z.boolean() })),
})
const All = z.record(z.string(), Kept).catch({})

/** The file with the figures of all benchmarks, each under its name: a quick look does not replace a measurement. */
export const resultsFile = (quick: boolean): string =>
  fileURLToPath(new URL(`../test-results/${quick ? 'bench-quick' : 'bench'}.json`, import.meta.url))

const readAll = (file: string) => All.parse(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})

/**
 * Says which goals were missed, and keeps the figures of a benchmark with the machine that they were measured on; those of
 * the other benchmarks stay.
 */
export function keepResults(
  name: string,
  {
    quick,
    goals = [],
    ...figures
  }: { readonly quick: boolean; readonly goals?: readonly Goal[]; [figure: string]: unknown },
): void {
  // A quick look judges nothing.
  if (goals.length > 0 && !quick) console.log(inWords(name, goals))
  const file = resultsFile(quick)
  const kept = { at: new Date().toISOString(), machine: machine(), goals, figures }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...readAll(file), [name]: kept }, undefined, 2)}\n`)
}

/** @returns what was kept since then: under which names, and the goals of all of it in words */
export function keptSince(since: Date, quick: boolean): { readonly names: readonly string[]; readonly goals: string } {
  const kept = Object.entries(readAll(resultsFile(quick))).filter(([, { at }]) => new Date(at) >= since)
  const goals = kept.filter(([, one]) => one.goals.length > 0).map(([name, one]) => inWords(name, one.goals))
  return { names: kept.map(([name]) => name), goals: goals.join('\n') }
}

function inWords(name: string, goals: readonly Goal[]): string {
  const missed = goals.filter(({ held }) => !held)
  const summary = `${name}: ${goals.length - missed.length} of ${goals.length} goals held`
  return missed.length === 0 ? summary : [`${summary}; missed:`, ...missed.map(({ what }) => `  ${what}`)].join('\n')
}
