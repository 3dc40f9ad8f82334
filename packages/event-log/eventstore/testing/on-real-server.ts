import { describe, it } from 'vitest'
import { findRealServer } from './real-server.ts'
import type { ServerUnderTest } from './server-under-test.ts'

/**
 * Runs the tests on a real server if there is one; otherwise leaves a visible skip that says why.
 * @param log `own`: the tests replay all that is in the log, so there must be nothing of anybody else
 */
export async function onRealServer(
  what: string,
  tests: (name: string, start: () => Promise<ServerUnderTest>) => void,
  log: 'any' | 'own' = 'any',
): Promise<void> {
  const real = await findRealServer()
  if (real.kind === 'missing') leaveSkip(what, real.reason)
  else if (real.isShared && log === 'own')
    leaveSkip(what, 'the log at EVENTSTORE_URL is shared: set EVENTSTORE_COMMAND')
  else tests(`real, ${real.name}`, real.start)
}

function leaveSkip(what: string, reason: string): void {
  describe(`${what}, real`, () => {
    // oxlint-disable-next-line vitest/expect-expect -- there is nothing to expect of a server that is not there
    it('needs a real server', ({ skip }) => {
      skip(reason)
    })
  })
}
