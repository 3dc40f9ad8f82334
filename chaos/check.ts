import { openPlatform } from '@forecourt/operator/platform.ts'
import { gather } from './checker/gather.ts'
import { inWords } from './checker/in-words.ts'
import { judge } from './checker/verdict.ts'
import { readHistory } from './history-file.ts'

/**
 * `node --env-file=<settings of the run> chaos/check.ts <history> [seconds]`: judges a run that is over. Its database and its
 * object storage must be up, and its event store, where it has one; nobody may be writing. On a busy machine it may take more than ten seconds to
 * answer again after a kill: so many.
 * Exit code 1 when an invariant is violated.
 */
const [path, words = '10'] = process.argv.slice(2)
const seconds = Number(words)
if (path === undefined || !(seconds > 0 && seconds <= 600)) {
  console.error('Usage: node --env-file=<settings> chaos/check.ts <history> [seconds, up to 600]')
  process.exitCode = 2
} else {
  const platform = await openPlatform(process.env)
  try {
    const history = await readHistory(path)
    console.log(`seed ${history.seed}`)
    const verdict = await judge(await gather(history, platform, seconds * 1_000))
    console.log(inWords(verdict))
    process.exitCode = verdict.holds ? 0 : 1
  } finally {
    await platform.close()
  }
}
