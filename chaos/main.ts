import { describeFailure } from '@forecourt/infra/embedded/failure.ts'
import { stopAsked } from '@forecourt/operator/cli/stop-asked.ts'
import { CannotWrite } from './cannot-write.ts'
import { type Asked, readCommandLine, USAGE } from './command-line.ts'
import { load } from './measure/load.ts'
import { noisy } from './measure/noisy.ts'
import { runChaos } from './run.ts'

const anySeed = () => Math.floor(Math.random() * 2 ** 31)

async function run(asked: Asked): Promise<boolean> {
  if (asked.what === 'help') {
    console.log(USAGE)
    return true
  }
  // Empty is as good as absent.
  const eventStoreCommand = process.env.EVENTSTORE_COMMAND || undefined
  const production = { eventStoreCommand, redis: asked.redis }
  const hurrying = new AbortController()
  const stop = stopAsked(process, undefined, () => hurrying.abort())
  try {
    if (asked.what === 'noisy') return await noisy(stop, production)
    if (asked.what === 'load') return await load(asked.minutes, stop, production)
    return await runChaos({ ...asked, production, stop, hurry: hurrying.signal })
  } catch (error) {
    if (error !== stop.reason) throw error
    console.log(`chaos: ${asked.what}: stopped before its time, so nothing is said of it`)
    return false
  }
}

/**
 * `npm run chaos`: exits with 0 when all held that must, with 1 when something did not or the run was cut short, and with 2
 * when something is wrong with the command line.
 */
let asked: Asked | undefined
try {
  asked = readCommandLine(process.argv.slice(2), anySeed)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
try {
  if (asked !== undefined && !(await run(asked))) process.exitCode = 1
} catch (error) {
  console.error(error instanceof CannotWrite ? error.message : describeFailure(error))
  process.exitCode = 1
}
// Who was stopped may have left somebody waiting for an answer of a platform that is gone.
process.exit()
