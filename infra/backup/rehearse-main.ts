import { join } from 'node:path'
import { takeBackup } from '@forecourt/operator/backup/take.ts'
import { EXIT, type Progress } from '@forecourt/operator/cli/command.ts'
import { stopAsked } from '@forecourt/operator/cli/stop-asked.ts'
import { isItRunning, isUnanswered } from '@forecourt/operator/cli/unanswered.ts'
import { openPlatform } from '@forecourt/operator/platform.ts'
import { rehearse } from './rehearse.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/**
 * `npm run rehearse`: takes a back-up of the installation that the configuration names, or takes the one that is given
 * (`npm run rehearse -- FOLDER`), restores it beside the live one and says whether all is there. Exit code 1 when it is
 * not, 4 when the database or the storage does not answer.
 */
const progress: Progress = { signal: stopAsked(), report: () => {}, busy: () => {} }

try {
  using temporary = makeTemporaryFolder()
  const began = performance.now()
  const folder = process.argv[2] ?? (await freshBackup(temporary.path))
  let amiss = 0
  for await (const { what, isWell, says } of rehearse(folder, process.env, progress)) {
    if (!isWell) amiss += 1
    console.log(`${isWell ? 'ok   ' : 'AMISS'}  ${what}: ${says}`)
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(amiss === 0 ? `It can be restored (${seconds} s).` : `It cannot be relied on: ${amiss} are amiss.`)
  process.exitCode = amiss === 0 ? 0 : 1
} catch (error) {
  const says = error instanceof Error ? error.message : String(error)
  console.error(`rehearse: ${isUnanswered(error) ? isItRunning(error) : says}`)
  process.exitCode = isUnanswered(error) ? EXIT.unavailable : 1
}

async function freshBackup(temporary: string): Promise<string> {
  const platform = await openPlatform(process.env)
  try {
    const folder = join(temporary, 'backup')
    await takeBackup(platform, folder, progress)
    return folder
  } finally {
    await platform.close()
  }
}
