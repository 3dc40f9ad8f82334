import { parseArgs } from 'node:util'
import { askedToStop } from '@forecourt/infra/embedded/stop-signal.ts'
import { load } from './measure/load.ts'
import { noisy } from './measure/noisy.ts'
import { runChaos } from './run.ts'

/**
 *     npm run chaos -- --minutes N --seed S --clerks C   real processes under load and faults, then every invariant is checked
 *     npm run chaos -- noisy                               one business is flooded; others must not notice
 *     npm run chaos -- load --minutes 5                    150 bookings and 500 reads a second, without an error
 */
const USAGE = 'npm run chaos -- [--minutes N] [--seed S] [--clerks C] | noisy | load [--minutes N]'

const DEFAULT_MINUTES = 3
/** Of each business: as many as keep two cores busy. */
const CLERKS = 4
const MINUTES_OF_LOAD = 5

async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' }, clerks: { type: 'string' } },
    allowPositionals: true,
  })
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  const clerks = Number(values.clerks ?? CLERKS)
  const [mode = 'faults', ...more] = positionals
  if (more.length > 0 || (minutes !== undefined && !(minutes > 0)) || !Number.isInteger(seed) || !(clerks > 0))
    throw new Error(USAGE)
  switch (mode) {
    case 'faults':
      return await runChaos({ minutes: minutes ?? DEFAULT_MINUTES, seed, clerks, stop: askedToStop() })
    case 'noisy':
      return await noisy(askedToStop())
    case 'load':
      return await load(minutes ?? MINUTES_OF_LOAD, askedToStop())
    default:
      throw new Error(USAGE)
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
process.exit()
