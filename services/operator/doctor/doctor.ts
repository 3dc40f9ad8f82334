import { type Command, StoppedError } from '../cli/command.ts'
import type { Check, Finding } from './check.ts'
import { CHECKS } from './checks.ts'

/** `forecourt doctor`: whether the installation is as it should be. Exit code 1 when something is not. */
export const doctor: Command = {
  name: 'doctor',
  onlyReads: true,
  summary: 'check versions, connections, keys, clocks, free disk, screens, files, mails and seals',
  example: 'forecourt doctor',
  explained: [],
  options: {},
  async run(_given, platform, progress) {
    const found: ({ readonly name: string } & Finding)[] = []
    for (const check of CHECKS) {
      if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
      found.push({ name: check.name, ...(await looked(check, platform)) })
      progress.report(found.length, CHECKS.length)
    }
    const wrong = found.filter(({ isWell }) => !isWell)
    return {
      sentences: [
        ...found.map(({ name, isWell, says }) => `${isWell ? 'ok   ' : 'AMISS'}  ${name}: ${says}`),
        wrong.length === 0 ? 'All is well.' : `${wrong.length} of ${found.length} are not as they should be.`,
      ],
      facts: { checks: found },
      amiss: wrong.length > 0,
    }
  },
}

/** What does not answer is amiss, and keeps nobody from the other checks. */
async function looked(check: Check, platform: Parameters<Check['look']>[0]): Promise<Finding> {
  try {
    return await check.look(platform)
  } catch (error) {
    return { isWell: false, says: `it does not answer: ${error instanceof Error ? error.message : String(error)}` }
  }
}
