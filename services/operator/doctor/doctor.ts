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
    let through = 0
    // All at once: what does not answer is waited for, and what else needs the same is not waited for after it.
    const found = await Promise.all(
      CHECKS.map(async (check) => {
        const finding = await looked(check, platform)
        through += 1
        progress.report(through, CHECKS.length)
        return { name: check.name, ...finding }
      }),
    )
    if (progress.signal.aborted) throw new StoppedError('stopped: nothing was changed')
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
