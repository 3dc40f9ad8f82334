import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CannotWrite, isFull } from './cannot-write.ts'
import { inWords } from './checker/in-words.ts'
import { neverMade } from './never-made.ts'
import type { Production } from './platform/platform.ts'
import { openRunFolder } from './platform/run-folder.ts'
import { HISTORY, type Outcome, runRound } from './round.ts'
import { roundsOf } from './rounds.ts'

interface Run {
  readonly minutes: number
  readonly seed: number
  /** Staff of each business that are at work at the same time. */
  readonly clerks: number
  /** No round has small disks in memory. */
  readonly realDisks: boolean
  /** Each round has servers of its own. */
  readonly production: Production
  /** Aborts when somebody wants it to end: the round under way is checked, and none is begun. */
  readonly stop: AbortSignal
  /** Aborts when even that takes too long for them: nothing is waited for, and nothing is checked. */
  readonly hurry: AbortSignal
}

/**
 * Runs rounds of load and faults until the time is over, each with a seed of its own that follows from the run's.
 * @returns whether every invariant has held until the time was over, and there were faults
 */
export async function runChaos({ minutes, seed, clerks, realDisks, production, stop, hurry }: Run): Promise<boolean> {
  const inServer =
    production.eventStoreCommand === undefined ? '' : `EVENTSTORE_COMMAND=${production.eventStoreCommand} `
  const logIn = production.eventStoreCommand === undefined ? 'PostgreSQL' : 'EventStoreDB'
  const queueIn = production.redis ? 'Redis' : 'PostgreSQL'
  console.log(`chaos: seed ${seed}, ${minutes} min, log in ${logIn}, queue in ${queueIn}`)
  const began = performance.now()
  const say = (line: string) =>
    console.log(`${((performance.now() - began) / 1_000).toFixed(0).padStart(5)} s  ${line}`)
  const rounds = roundsOf({ minutes, seed, clerks, realDisks, redis: production.redis })
  let [faults, recoveries, acknowledged] = [0, 0, 0]
  stop.addEventListener('abort', () =>
    say('told to stop: no more faults are made; what was done is waited for and checked; at a second Ctrl-C it is not'),
  )
  hurry.addEventListener('abort', () => say('told again: all of it ends now, and this round is not checked'))
  const impossible: Outcome['impossible'][] = []
  for (const [index, { alone, ...round }] of rounds.entries()) {
    if (stop.aborted) break
    using folder = openRunFolder()
    say(`round ${index + 1} of ${rounds.length}; by itself: ${inServer}npm run chaos -- ${alone}`)
    const result = await runRound({
      ...round,
      folder: folder.path,
      clerks,
      production,
      say,
      stop,
      hurry,
    }).catch((error: unknown) => {
      if (error === stop.reason || error === hurry.reason) return undefined
      if (existsSync(join(folder.path, HISTORY))) {
        folder.keep()
        say(`it breaks off; the history so far is kept: ${folder.path}`)
      }
      throw isFull(error) ? new CannotWrite(folder.path, error) : error
    })
    if (result === undefined) break
    faults += result.figures.faults
    recoveries += result.figures.recoveries
    acknowledged += result.figures.acknowledged
    impossible.push(result.impossible)
    console.log(inWords(result))
    if (!result.holds) {
      folder.keep()
      const kept = result.impossible.has('full-disk')
        ? 'The history and all data are kept'
        : 'The history and the log are kept; the database and the files were on disks in memory'
      console.error(`${kept}: ${folder.path}`)
      return false
    }
  }
  if (impossible.length === 0) {
    console.log(`chaos: seed ${seed}: stopped before its time, and before anything was checked`)
    return false
  }
  for (const line of neverMade(impossible)) console.log(line)
  const cutShort = stop.aborted
    ? `stopped before its time, with ${impossible.length} of ${rounds.length} rounds checked: `
    : ''
  console.log(`chaos: seed ${seed}: ${cutShort}${faults} faults, ${acknowledged} acknowledged commands, 0 violations`)
  if (recoveries === 0 && !stop.aborted) {
    const why = faults === 0 ? 'No fault was made' : 'Nobody was seen to come back after a fault'
    console.log(`${why}, so nothing is proven: a longer run makes some.`)
    return false
  }
  return !stop.aborted
}
