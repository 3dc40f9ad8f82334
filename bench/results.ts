import { fileURLToPath } from 'node:url'
import { CannotKeep, keepFigures, readFigures } from './figures.ts'
import { machine, probe } from './machine.ts'

/** Something that was to be reached. */
export interface Goal {
  /** What was measured and what it should have been, in words. */
  readonly what: string
  readonly held: boolean
}

/** The file with the figures of all benchmarks, each under its name: a quick look does not replace a measurement. */
export const resultsFile = (quick: boolean): string =>
  fileURLToPath(new URL(`../test-results/${quick ? 'bench-quick' : 'bench'}.json`, import.meta.url))

/** Before anything is measured. */
const probeBefore = probe()

/**
 * Says which goals were missed, and keeps the figures of a benchmark with the machine that they were measured on; those of
 * the other benchmarks stay. When they cannot be kept it says why, and this process will end with 1: they have been printed.
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
  const kept = { at: new Date().toISOString(), machine: machine([probeBefore, probe()]), goals: [...goals], figures }
  try {
    keepFigures(resultsFile(quick), name, kept)
  } catch (error) {
    if (!(error instanceof CannotKeep)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

interface KeptSince {
  readonly names: readonly string[]
  /** Of all of it, in words. */
  readonly goals: string
  /** All of it as JSON, each under its name, with its machine. */
  readonly json: string
}

/** @returns what was kept since then */
export function keptSince(since: Date, quick: boolean): KeptSince {
  const kept = Object.entries(readFigures(resultsFile(quick))).filter(([, { at }]) => new Date(at) >= since)
  const goals = kept.filter(([, one]) => one.goals.length > 0).map(([name, one]) => inWords(name, one.goals))
  const json = JSON.stringify(Object.fromEntries(kept), undefined, 2)
  return { names: kept.map(([name]) => name), goals: goals.join('\n'), json }
}

function inWords(name: string, goals: readonly Goal[]): string {
  const missed = goals.filter(({ held }) => !held)
  const summary = `${name}: ${goals.length - missed.length} of ${goals.length} goals held`
  return missed.length === 0 ? summary : [`${summary}; missed:`, ...missed.map(({ what }) => `  ${what}`)].join('\n')
}
